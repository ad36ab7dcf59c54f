//! What is wrong with an input, by field. Every rule reports into one [`Invalid`], so that a person sees all mistakes at once.

use std::fmt;

use crate::text::{line_fault, name_fault, person_name_fault};

/// One wrong field: the key is the field's name on the wire, the message a whole sentence for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// The field's name on the wire, such as `FirstName`; empty when the error belongs to no field.
    pub key: String,
    /// A sentence for people.
    pub message: String,
}

/// The list of field errors; empty means valid.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Invalid(pub Vec<FieldError>);

impl Invalid {
    /// Nothing wrong yet.
    pub fn none() -> Self {
        Self::default()
    }

    /// A single wrong field.
    pub fn field(key: impl Into<String>, message: impl Into<String>) -> Self {
        let mut invalid = Self::none();
        invalid.add(key, message);
        invalid
    }

    /// Reports one more wrong field.
    pub fn add(&mut self, key: impl Into<String>, message: impl Into<String>) {
        self.0.push(FieldError { key: key.into(), message: message.into() });
    }

    /// Reports `message` on `key` unless `ok`.
    pub fn check(&mut self, ok: bool, key: &str, message: impl Into<String>) {
        if !ok {
            self.add(key, message);
        }
    }

    /// Reports '{label} is required.' (rules.md#member-fields) when `text` is blank, and its length when over `longest` characters.
    pub fn require(&mut self, key: &str, label: &str, text: &str, longest: usize) {
        self.check(!text.trim().is_empty(), key, format!("{label} is required."));
        self.limit(key, label, text, longest);
    }

    /// Reports what a thing is called as [`Invalid::require`] does, and where it is more than one line.
    pub fn require_line(&mut self, key: &str, label: &str, text: &str, longest: usize) {
        self.require(key, label, text, longest);
        self.one_line(key, label, text);
    }

    fn one_line(&mut self, key: &str, label: &str, text: &str) {
        if let Some(fault) = line_fault(text.trim()) {
            self.add(key, format!("{label} {fault}."));
        }
    }

    /// Reports a name of a person as [`Invalid::require_name`] does, and one that holds a bare domain.
    pub fn require_person(&mut self, key: &str, label: &str, text: &str, longest: usize) {
        self.require(key, label, text, longest);
        if let Some(fault) = person_name_fault(text.trim()) {
            self.add(key, format!("{label} {fault}."));
        }
    }

    /// Reports a name of a group as [`Invalid::require`] does, and what makes it none.
    pub fn require_name(&mut self, key: &str, label: &str, text: &str, longest: usize) {
        self.require(key, label, text, longest);
        if let Some(fault) = name_fault(text.trim()) {
            self.add(key, format!("{label} {fault}."));
        }
    }

    /// Reports a text of more than `longest` characters.
    pub fn limit(&mut self, key: &str, label: &str, text: &str, longest: usize) {
        self.check(text.chars().count() <= longest, key, format!("{label} must be at most {longest} characters."));
    }

    /// Reports a text of more than `longest` characters, or of more than one line.
    pub fn limit_line(&mut self, key: &str, label: &str, text: &str, longest: usize) {
        self.limit(key, label, text, longest);
        self.one_line(key, label, text);
    }

    /// The value that was checked elsewhere, unless either check found something wrong; then what that check found, and after it
    /// what was reported here.
    ///
    /// # Errors
    /// Everything that was found.
    pub fn and<T>(self, checked: Result<T, Self>) -> Result<T, Self> {
        match checked {
            Ok(value) => self.or(value),
            Err(mut found) => {
                found.0.extend(self.0);
                Err(found)
            }
        }
    }

    /// Whether nothing was reported.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `Ok(value)` when nothing was reported.
    ///
    /// # Errors
    /// Everything that was reported.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// `Ok(())` when nothing was reported.
    ///
    /// # Errors
    /// Everything that was reported.
    pub fn result(self) -> Result<(), Self> {
        self.or(())
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<_> = self.0.iter().map(|e| format!("{}: {}", e.key, e.message)).collect();
        f.write_str(&all.join("; "))
    }
}

impl std::error::Error for Invalid {}
