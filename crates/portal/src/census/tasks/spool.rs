//! The parts of a file of several groups while it is split: each group's rows collect in a small buffer and go to a file of their
//! own when it is full, so that neither memory nor open files grow with the number of rows or groups.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use domain::GroupId;
use domain::census::split::SplitWriter;
use domain::census::{Mapping, RawRow};

/// Bytes of a group that wait before they are written.
const BUFFER: usize = 16 * 1024;

/// The parts, by group.
pub(in crate::census) struct Spools {
    folder: PathBuf,
    mapping: Mapping,
    parts: BTreeMap<GroupId, SplitWriter<Spool>>,
}

impl Spools {
    /// Parts in a folder, of a file that is read by `mapping`.
    pub(in crate::census) fn new(folder: PathBuf, mapping: Mapping) -> Self {
        Self { folder, mapping, parts: BTreeMap::new() }
    }

    /// Adds a row to a group's part.
    pub(in crate::census) fn row(&mut self, group: GroupId, raw: &RawRow) -> io::Result<()> {
        let part = match self.parts.entry(group) {
            Entry::Occupied(part) => part.into_mut(),
            Entry::Vacant(place) => {
                let spool = Spool { path: path(&self.folder, group), waiting: Vec::new() };
                place.insert(SplitWriter::new(spool, &self.mapping)?)
            }
        };
        part.row(raw)
    }

    /// Writes what waits and gives where the parts are.
    pub(in crate::census) fn finish(self) -> io::Result<BTreeMap<GroupId, PathBuf>> {
        let mut paths = BTreeMap::new();
        for (group, mut part) in self.parts {
            part.flush()?;
            paths.insert(group, path(&self.folder, group));
        }
        Ok(paths)
    }
}

fn path(folder: &std::path::Path, group: GroupId) -> PathBuf {
    folder.join(format!("{group}.csv"))
}

/// A file that is open only while something is written to it.
struct Spool {
    path: PathBuf,
    waiting: Vec<u8>,
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() >= BUFFER {
            self.write_out()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_out()
    }
}

impl Spool {
    fn write_out(&mut self) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path)?;
        file.write_all(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }
}
