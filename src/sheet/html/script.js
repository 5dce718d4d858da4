"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const svgName = "http://www.w3.org/2000/svg";
  const squares = data.width * data.height;
  const asItIs = Array.from({ length: squares }, (_, square) => square);
  const squareName = (square) =>
    String.fromCharCode(97 + (square % data.width)) + (Math.floor(square / data.width) + 1);
  const columnName = (square) => squareName(square)[0];
  const list = (words) => words.join(", ");

  // Where we are: the entry, where its squares lie on the person's board, how much of
  // its line has been played, and what of an answer.
  const at = (entry, lies) => ({
    entry, lies, played: 0, answer: [], log: [], replies: [], last: null, end: null,
    waiting: [], notes: [], path: [entry],
  });

  const copy = (state) => ({
    ...state, answer: state.answer.slice(), log: state.log.slice(), replies: [], notes: [],
    path: state.path.slice(),
  });

  const moveName = data.columns ? columnName : squareName;
  const nameOf = (state, ply) =>
    ply.square === null ? ply.move : moveName(state.lies[ply.square]);

  const cellsOf = (state) => {
    const entry = data.entries[state.entry];
    const plies = entry.line.slice(0, state.played).concat(state.answer);
    return plies.length > 0 ? plies[plies.length - 1].cells : entry.cells;
  };

  const plays = (state, ply) => {
    const name = nameOf(state, ply);
    const before = state.log[state.log.length - 1];
    if (before && before.mine === ply.mine) {
      state.log.push({ mine: !ply.mine, text: null });
      state.notes.push((ply.mine ? data.them : "You") + (ply.mine ? " has no move." : " have no move."));
    }
    state.log.push({ mine: ply.mine, text: name });
    const square = ply.square === null ? null : state.lies[ply.square];
    if (ply.mine) {
      if (square !== null) state.replies.push(square);
      state.notes.push(ply.square === null ? "You must pass." : "Play " + name + ".");
    } else {
      state.last = square;
    }
  };

  // Goes on until the opponent has to be asked or the game is over.
  const advance = (state) => {
    for (;;) {
      const entry = data.entries[state.entry];
      if (state.played < entry.line.length) {
        const ply = entry.line[state.played];
        if (!ply.mine) {
          state.waiting = [ply];
          return state;
        }
        plays(state, ply);
        state.played += 1;
        continue;
      }
      const depth = state.answer.length;
      const fits = entry.answers.filter((answer) =>
        state.answer.every((ply, i) => answer.plies[i].move === ply.move));
      const done = fits.find((answer) => answer.plies.length === depth);
      if (done && done.end !== undefined) {
        state.end = done.end;
        state.waiting = [];
        return state;
      }
      if (done) {
        const turn = data.turns[done.turn];
        const lies = [];
        state.lies.forEach((square, i) => { lies[turn[i]] = square; });
        state.entry = done.to;
        state.lies = lies;
        state.played = 0;
        state.answer = [];
        state.path.push(done.to);
        continue;
      }
      const next = fits.map((answer) => answer.plies[depth]);
      if (next[0].mine) {
        plays(state, next[0]);
        state.answer.push(next[0]);
        continue;
      }
      state.waiting = next.filter((ply, i) => next.findIndex((other) => other.move === ply.move) === i);
      return state;
    }
  };

  const answered = (state, ply) => {
    const next = copy(state);
    plays(next, ply);
    if (next.played < data.entries[next.entry].line.length) next.played += 1;
    else next.answer.push(ply);
    return advance(next);
  };

  let past = [];
  let now = advance(at(0, asItIs));

  const go = (state) => { past.push(now); now = state; show(); };
  const legal = () => now.waiting.map((ply) => nameOf(now, ply)).sort();

  const fault = (text) => {
    // Emptied first, so that the same words are read out again.
    byId("fault").textContent = "";
    requestAnimationFrame(() => { byId("fault").textContent = text; });
    byId("fault").dataset.text = text;
  };

  const clicked = (square) => {
    if (now.end !== null) return fault("The game is over: go back or restart.");
    const name = moveName(square);
    const ply = now.waiting.find((ply) => ply.square !== null && nameOf(now, ply) === name);
    if (ply) return go(answered(now, ply));
    const allowed = " Legal: " + list(legal()) + ".";
    const taken = shownCells()[square] !== "-";
    if (taken && !data.columns) return fault(name + " is not empty." + allowed);
    const why = data.illegal ? ": " + data.illegal : "";
    return fault(name + " is not a legal move for " + data.them + " here" + why + "." + allowed);
  };

  const shownCells = () => {
    const shown = [];
    Array.from(cellsOf(now)).forEach((cell, i) => { shown[now.lies[i]] = cell; });
    return shown;
  };

  const shape = (name, attributes) => {
    const element = document.createElementNS(svgName, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  const drawPiece = (cell, isLast) => {
    const svg = shape("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" });
    if (data.pieces === "discs" && cell !== "-") {
      svg.append(shape("circle", { cx: 50, cy: 50, r: 40, class: cell === "X" ? "dark" : "light" }));
    } else if (cell === "X") {
      svg.append(shape("path", { d: "M25 25L75 75M75 25L25 75", class: "mark" }));
    } else if (cell === "O") {
      svg.append(shape("circle", { cx: 50, cy: 50, r: 28, class: "mark" }));
    }
    if (isLast) {
      const discs = data.pieces === "discs";
      const dot = discs ? (cell === "X" ? "dot-light" : "dot-dark") : "dot-ink";
      svg.append(shape("circle", { cx: discs ? 50 : 85, cy: discs ? 50 : 15, r: 10, class: dot }));
    }
    return svg;
  };

  const buttons = [];
  const buildBoard = () => {
    const board = byId("board");
    board.style.gridTemplateColumns = "1.4rem repeat(" + data.width + ", minmax(0, 1fr))";
    const label = (text, role) => {
      const element = document.createElement("span");
      element.className = "name";
      element.setAttribute("role", role);
      element.textContent = text;
      return element;
    };
    const line = () => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      board.append(row);
      return row;
    };
    const head = line();
    head.append(label("", "gridcell"));
    for (let column = 0; column < data.width; column += 1) {
      head.append(label(String.fromCharCode(97 + column), "columnheader"));
    }
    for (let row = 0; row < data.height; row += 1) {
      const cells = line();
      cells.append(label(String(row + 1), "rowheader"));
      for (let column = 0; column < data.width; column += 1) {
        const square = row * data.width + column;
        const button = document.createElement("button");
        button.type = "button";
        button.className = "square";
        button.setAttribute("role", "gridcell");
        button.dataset.square = squareName(square);
        button.tabIndex = square === 0 ? 0 : -1;
        button.addEventListener("click", () => { focusOn(square, false); clicked(square); });
        button.addEventListener("keydown", (event) => arrow(event, square));
        buttons.push(button);
        cells.append(button);
      }
    }
  };

  const focusOn = (square, take) => {
    buttons.forEach((button, i) => { button.tabIndex = i === square ? 0 : -1; });
    if (take) buttons[square].focus();
  };

  const arrow = (event, square) => {
    const column = square % data.width;
    const row = Math.floor(square / data.width);
    const to = {
      ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
      Home: [0, row], End: [data.width - 1, row],
    }[event.key];
    if (!to) return;
    event.preventDefault();
    const [c, r] = to;
    if (c >= 0 && c < data.width && r >= 0 && r < data.height) focusOn(r * data.width + c, true);
  };

  const showBoard = () => {
    const cells = shownCells();
    buttons.forEach((button, square) => {
      const isReply = now.replies.includes(square);
      const isLast = now.last === square;
      button.classList.toggle("reply", isReply);
      button.replaceChildren(drawPiece(cells[square], isLast));
      const piece = { X: data.names[0], O: data.names[1], "-": "empty" }[cells[square]];
      const note = isReply ? ", your reply" : isLast ? ", last move of " + data.them : "";
      button.setAttribute("aria-label", squareName(square) + ", " + piece + note);
      button.dataset.cell = cells[square];
    });
  };

  const showChoices = () => {
    // On a board they are for what has no square, such as a pass.
    const off = now.waiting.filter((ply) => ply.square === null);
    byId("choices").replaceChildren(...off.map((ply) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = data.them + ": " + ply.move;
      button.dataset.move = ply.move;
      button.addEventListener("click", () => {
        go(answered(now, ply));
        byId("back").focus();
      });
      return button;
    }));
  };

  const showMoves = () => {
    const item = (entry) => {
      const element = document.createElement("li");
      const who = entry.mine ? data.you : data.them;
      element.textContent = who + " " + (entry.text === null ? "has no move" : entry.text);
      return element;
    };
    byId("moves").replaceChildren(...now.log.map(item));
  };

  // Beyond this a browser takes too long to draw the graph.
  const most = 3000;
  const shapes = { circles: [], texts: [], lines: new Map() };
  const buildGraph = () => {
    if (data.entries.length > most) {
      byId("graph").textContent = "More than " + most + " entries are too many to draw; the list has them all.";
      return;
    }
    const rows = [];
    data.entries.forEach((entry, i) => { (rows[entry.level] ||= []).push(i); });
    const x = [];
    const parents = data.entries.map(() => []);
    const edges = new Set();
    data.entries.forEach((entry, from) => entry.answers.forEach((answer) => {
      if (answer.to !== undefined && !edges.has(from + "-" + answer.to)) {
        edges.add(from + "-" + answer.to);
        parents[answer.to].push(from);
      }
    }));
    const step = 34;
    const width = Math.max(...rows.map((row) => row.length)) * step + 12;
    rows.forEach((row) => {
      const wish = (i) => parents[i].reduce((sum, p) => sum + x[p], 0) / (parents[i].length || 1);
      row.sort((a, b) => wish(a) - wish(b) || a - b);
      row.forEach((i, place) => { x[i] = width * (place + 0.5) / row.length; });
    });
    const y = (i) => 22 + data.entries[i].level * 52;
    const height = 44 + (rows.length - 1) * 52;
    const svg = shape("svg", {
      width, height, viewBox: "0 0 " + width + " " + height, role: "img",
      "aria-label": "Graph of the entries; the list below says the same",
    });
    for (const edge of edges) {
      const [from, to] = edge.split("-").map(Number);
      const line = shape("line", { x1: x[from], y1: y(from), x2: x[to], y2: y(to) });
      shapes.lines.set(edge, line);
      svg.append(line);
    }
    data.entries.forEach((entry, i) => {
      const circle = shape("circle", { cx: x[i], cy: y(i), r: 14 });
      const text = shape("text", { x: x[i], y: y(i) });
      text.textContent = entry.number === 0 ? "S" : entry.number;
      shapes.circles.push(circle);
      shapes.texts.push(text);
      svg.append(circle, text);
    });
    byId("graph").append(svg);
  };

  const entryName = (i) => {
    const number = data.entries[i].number;
    return number === 0 ? "Start" : "Entry " + number;
  };

  const buildList = () => {
    byId("entries").append(...data.entries.map((_, i) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = entryName(i);
      button.dataset.entry = i;
      button.addEventListener("click", () => go(advance(at(i, asItIs))));
      item.append(button);
      return item;
    }));
  };

  const showMap = () => {
    const count = data.entries[data.entries.length - 1].number;
    byId("where").textContent = entryName(now.entry) +
      (data.entries[now.entry].number === 0 ? ", before entry 1 of " : " of ") + count;
    shapes.circles.forEach((circle, i) => {
      circle.classList.toggle("lit", i === now.entry);
      circle.classList.toggle("past", now.path.includes(i));
      shapes.texts[i].classList.toggle("lit", i === now.entry);
    });
    const walked = new Set(now.path.slice(1).map((to, i) => now.path[i] + "-" + to));
    shapes.lines.forEach((line, edge) => line.classList.toggle("past", walked.has(edge)));
    byId("entries").querySelectorAll("button").forEach((button, i) => {
      if (i === now.entry) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const box = byId("graph");
    const circle = shapes.circles[now.entry];
    if (circle) box.scrollTo(circle.getAttribute("cx") - box.clientWidth / 2, circle.getAttribute("cy") - box.clientHeight / 2);
  };

  const show = () => {
    byId("fault").textContent = "";
    delete byId("fault").dataset.text;
    const notes = now.notes.slice();
    if (now.end !== null) notes.push(now.end + ".");
    byId("say").textContent = notes.join(" ");
    const forced = now.waiting.length === 1 ? " There is only " + legal()[0] + "." : "";
    const what = squares > 0 && now.waiting.some((ply) => ply.square !== null)
      ? "Click what " : "Choose what ";
    byId("ask").textContent = now.end !== null
      ? "The game is over."
      : what + data.them + " plays" + (now.log.length === 0 ? " first" : "") + "." + forced;
    if (squares > 0) {
      showBoard();
    } else {
      byId("drawing").hidden = false;
      byId("drawing").textContent = data.entries[now.entry].text;
    }
    showChoices();
    showMoves();
    showMap();
    byId("back").disabled = past.length === 0;
  };

  if (squares > 0) buildBoard();
  else byId("board").remove();
  buildGraph();
  buildList();
  byId("back").addEventListener("click", () => { now = past.pop() ?? now; show(); });
  byId("restart").addEventListener("click", () => go(advance(at(0, asItIs))));
  show();
})();
