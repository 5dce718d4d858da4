//! Files that are there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is written beside its final name and renamed when it is complete.
///
/// What is there already and is no plain file, such as a device or a pipe, is written to
/// directly.
///
/// Opening it early shows early whether it can be written. If it is dropped without
/// [`PendingFile::commit`], a file that had the name before is as it was.
#[derive(Debug)]
pub struct PendingFile {
    path: PathBuf,
    /// Where it is written until it is complete; `None` if it is no plain file.
    beside: Option<PathBuf>,
    out: Option<BufWriter<File>>,
}

impl PendingFile {
    /// Opens a file that will be named `path`.
    ///
    /// # Errors
    ///
    /// If the folder does not exist or cannot be written to, or `path` is a folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                "it is a folder",
            ));
        }
        let name = path
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "it names no file"))?;
        let is_device = fs::metadata(path).is_ok_and(|what| !what.is_file());
        let beside = (!is_device).then(|| {
            let mut beside = name.to_owned();
            beside.push(format!(".{}.tmp", std::process::id()));
            path.with_file_name(beside)
        });
        let out = match &beside {
            Some(beside) => File::create(beside)?,
            None => OpenOptions::new().write(true).open(path)?,
        };
        Ok(Self {
            path: path.to_owned(),
            beside,
            out: Some(BufWriter::new(out)),
        })
    }

    /// The final name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    ///
    /// If the disk is full or the name cannot be given; the old file is then as it was.
    pub fn commit(mut self) -> io::Result<()> {
        let file = match self.out.take() {
            Some(out) => out.into_inner().map_err(io::IntoInnerError::into_error)?,
            None => return Ok(()),
        };
        match &self.beside {
            Some(beside) => {
                file.sync_all()?;
                fs::rename(beside, &self.path)
            }
            None => Ok(()),
        }
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.as_mut().map_or(Ok(0), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for PendingFile {
    fn drop(&mut self) {
        // After a commit there is nothing of this name; before, nobody wants it.
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}
