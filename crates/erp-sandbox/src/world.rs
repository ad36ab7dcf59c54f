//! The state of both systems: records as JSON by type and id, tokens, faults to come and calls that came.

use std::collections::{BTreeMap, VecDeque};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::faults::Fault;
use crate::json::Record;
use crate::netsuite::NetSuite;
use crate::quickbooks::QuickBooks;

/// The calls that are remembered.
const CALLS: usize = 1000;

/// One of the two systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum System {
    /// QuickBooks Online.
    QuickBooks,
    /// NetSuite.
    NetSuite,
}

/// A call that came.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Call {
    /// When.
    pub at: DateTime<Utc>,
    /// Its method.
    pub method: String,
    /// Its path, without query.
    pub path: String,
    /// The status that was answered; none when the connection was cut or kept silent.
    pub status: Option<u16>,
}

/// A mail that a system sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct Mail {
    /// Which one.
    pub system: System,
    /// The number of the document in it.
    pub number: String,
    /// Who got it.
    pub recipients: Vec<String>,
}

/// Both systems.
#[derive(Debug, Serialize, Deserialize)]
pub struct World {
    /// The one.
    pub quickbooks: QuickBooks,
    /// The other.
    pub netsuite: NetSuite,
    /// The mails sent, oldest first.
    pub mails: Vec<Mail>,
    /// The failures still to come.
    #[serde(skip)]
    pub faults: Vec<Fault>,
    /// The calls so far, oldest first, but only the newest of them.
    #[serde(skip)]
    pub calls: VecDeque<Call>,
    /// How many calls there were so far.
    #[serde(skip)]
    pub made: u64,
}

impl World {
    pub(crate) fn fresh(now: DateTime<Utc>) -> Self {
        let (quickbooks, netsuite) = (QuickBooks::fresh(now), NetSuite::fresh());
        Self { quickbooks, netsuite, mails: Vec::new(), faults: Vec::new(), calls: VecDeque::new(), made: 0 }
    }

    pub(crate) fn remember(&mut self, call: Call) {
        if self.calls.len() == CALLS {
            self.calls.pop_front();
        }
        self.calls.push_back(call);
        self.made += 1;
    }
}

/// Records by type and id.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Records {
    last_id: u64,
    of_type: BTreeMap<String, BTreeMap<u64, Record>>,
}

impl Records {
    /// An id that no record has, of whatever type.
    pub fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// All records of a type, oldest first.
    pub fn all(&self, of: &str) -> impl Iterator<Item = (u64, &Record)> {
        self.of_type.get(of).into_iter().flatten().map(|(id, record)| (*id, record))
    }

    /// A record by its id as text.
    pub fn get(&self, of: &str, id: &str) -> Option<&Record> {
        self.of_type.get(of)?.get(&id.parse().ok()?)
    }

    /// Puts a record in its place.
    pub fn put(&mut self, of: &str, id: u64, record: Record) {
        self.of_type.entry(of.to_owned()).or_default().insert(id, record);
    }

    /// Takes a record out.
    pub fn remove(&mut self, of: &str, id: &str) -> Option<Record> {
        self.of_type.get_mut(of)?.remove(&id.parse().ok()?)
    }
}

/// A text that cannot be guessed.
pub fn unguessable(prefix: &str) -> String {
    let mut bytes = [0_u8; 24];
    // Without randomness of the system nothing here is safe or useful.
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{prefix}{hex}")
}
