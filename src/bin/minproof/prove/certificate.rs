//! Saving why no proof is smaller.

use std::path::PathBuf;

use minproof::Claim;
use minproof::find::task::Task;
use minproof::proof::Certificate;
use minproof::proof::bound_file::BoundFile;
use minproof::store::PendingFile;

use super::{Measures, Work};
use crate::context::commit;

impl Work<'_> {
    pub(super) fn save_certificate(
        &self,
        mut out: PendingFile,
        claim: Claim,
        measures: &Measures,
        task: &Task,
        certificate: &Certificate,
    ) -> anyhow::Result<PathBuf> {
        let game = self.loaded.rules()?.spec.clone();
        BoundFile::new(
            game,
            claim,
            measures.to_string(),
            task.problem(),
            certificate.clone(),
        )
        .write(&mut out)?;
        commit(out)
    }
}
