//! Mail addresses and ids, nearly all of them different: by themselves, so that the numbers of the words stay small.

use super::words::{Word, Words};
use crate::text::one_edit_apart;

/// The marks by number. A mail address is kept as its mailbox and the number of its domain, which many share.
pub(super) struct Marks {
    texts: Words,
    domains: Words,
    buffer: String,
}

/// Bits of a letter of a domain's number.
const LETTER_BITS: u32 = 7;

impl Marks {
    pub(super) fn new() -> Self {
        Self { texts: Words::new(), domains: Words::new(), buffer: String::new() }
    }

    pub(super) fn id(&mut self, text: &str) -> Word {
        self.texts.word(text)
    }

    pub(super) fn mail(&mut self, text: &str) -> Word {
        let Some((mailbox, domain)) = text.split_once('@') else { return self.texts.word(text) };
        self.buffer.clear();
        self.buffer.push_str(mailbox);
        self.buffer.push('@');
        let mut number = self.domains.word(domain).number();
        while number != 0 {
            self.buffer.push(char::from((number & ((1 << LETTER_BITS) - 1)) as u8));
            number >>= LETTER_BITS;
        }
        self.texts.word(&self.buffer)
    }

    pub(super) fn id_text(&self, id: Word) -> &str {
        self.texts.text(id)
    }

    /// The part of a mail address before the at sign.
    pub(super) fn mailbox(&self, mail: Word) -> &str {
        self.parts(mail).0
    }

    /// Whether two mail addresses are the same but for a slip.
    pub(super) fn are_a_slip_apart(&self, one: Word, other: Word) -> bool {
        let ((one, at), (other, at_other)) = (self.parts(one), self.parts(other));
        if at == at_other {
            return one_edit_apart(one, other);
        }
        let whole = |mailbox: &str, domain| match domain {
            Some(domain) => [mailbox, "@", self.domains.text(domain)].concat(),
            None => mailbox.to_owned(),
        };
        one_edit_apart(&whole(one, at), &whole(other, at_other))
    }

    /// The mailbox and the domain; no domain where there is no at sign.
    fn parts(&self, mail: Word) -> (&str, Option<Word>) {
        match self.texts.text(mail).split_once('@') {
            Some((mailbox, letters)) => {
                let number = letters.bytes().rfold(0, |number, letter| number << LETTER_BITS | u32::from(letter));
                (mailbox, Some(Word::of_number(number)))
            }
            None => (self.texts.text(mail), None),
        }
    }

    /// Forgets by what marks are found again, once all were read.
    pub(super) fn close(&mut self) {
        self.texts.close();
        self.domains.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_addresses_are_the_same_only_with_the_same_domain() {
        let mut marks = Marks::new();
        let mails: Vec<String> = (0..300).map(|domain| format!("ana@d{domain}.example")).collect();
        let numbers: Vec<Word> = mails.iter().map(|mail| marks.mail(mail)).collect();
        for (mail, number) in mails.iter().zip(&numbers) {
            assert_eq!((marks.mail(mail), marks.mailbox(*number)), (*number, "ana"));
        }
        let mut distinct = numbers;
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), mails.len());
    }

    #[test]
    fn a_slip_may_be_anywhere_in_a_mail_address() {
        let mut marks = Marks::new();
        for (one, other, wanted) in [
            ("ana@a.example", "anna@a.example", true),
            ("ana@a.example", "ana@b.example", true),
            ("ana@a.example", "anna@b.example", false),
            ("ana@a.example", "anaa.example", true),
            ("anab@c.example", "ana@bc.example", true),
            ("ana@", "ana", true),
            ("ana", "anna", true),
            ("ana@a.example", "bob@a.example", false),
        ] {
            let (a, b) = (marks.mail(one), marks.mail(other));
            assert_eq!((marks.are_a_slip_apart(a, b), marks.are_a_slip_apart(b, a)), (wanted, wanted), "{one} {other}");
        }
    }
}
