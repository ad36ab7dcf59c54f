//! A campaign of failures: whatever happens to whichever call of a push, there is one document in the end.
//!
//! A push is what the portal does (rules.md#exactly-once): create; when nothing is known of the outcome, look it up; then send the same again.

use std::time::Duration;

use domain::Money;
use erp_sandbox::faults::{Effect, Fault, When};

use crate::bench::SandboxBench;
use crate::contract::{Bench, bill_draft, invoice_draft, line};
use crate::{Accounting, BillDraft, ConnectorError, Document, InvoiceDraft, Refusal, Result};

/// The calls of a push that meet a failure, from the first on.
const CALLS: u32 = 4;
/// Answers that say no although all was done.
const REFUSED_AFTER: [u16; 6] = [403, 404, 408, 409, 422, 429];
/// The rounds after which a push must have succeeded.
const ROUNDS: usize = 12;

enum Draft {
    Invoice(InvoiceDraft),
    Bill(BillDraft),
}

impl Draft {
    async fn create(&self, erp: &dyn Accounting) -> Result<Document> {
        match self {
            Self::Invoice(draft) => erp.create_invoice(draft).await,
            Self::Bill(draft) => erp.create_bill(draft).await,
        }
    }

    async fn find(&self, erp: &dyn Accounting) -> Result<Option<Document>> {
        match self {
            Self::Invoice(draft) => erp.find(&draft.sought()).await,
            Self::Bill(draft) => erp.find(&draft.sought()).await,
        }
    }

    /// Pushes as the portal does; a push that begins with a look-up is one that was begun before.
    /// Whatever an earlier one came to, it is looked up; what was refused is another request.
    async fn push(&mut self, erp: &dyn Accounting, mut is_open: bool) -> Document {
        for _ in 0..ROUNDS {
            if is_open {
                match self.find(erp).await {
                    Ok(Some(document)) => return document,
                    Ok(None) => {}
                    Err(ConnectorError::Retry { .. } | ConnectorError::NewCredentials(_)) => continue,
                    // A fault of the system in words that refuse.
                    Err(ConnectorError::Refused { .. }) => continue,
                    Err(failure) => panic!("a look-up is never in doubt: {failure:?}"),
                }
            }
            match self.create(erp).await {
                Ok(document) => return document,
                // Whoever is asked for credentials enters them, and the push goes on.
                Err(ConnectorError::Retry { .. } | ConnectorError::NewCredentials(_)) => {}
                Err(ConnectorError::OutcomeUnknown(_)) => is_open = true,
                // The draft is in order, so that it was the failure that refused it.
                Err(ConnectorError::Refused { .. }) => {
                    is_open = true;
                    match self {
                        Self::Invoice(draft) => draft.generation += 1,
                        Self::Bill(draft) => draft.generation += 1,
                    }
                }
            }
        }
        panic!("the push did not succeed in {ROUNDS} rounds")
    }
}

fn effects() -> Vec<Effect> {
    let both = [When::Before, When::After];
    let status = |status| both.map(|when| Effect::Status { status, when, retry_after: None });
    let mut effects = vec![
        Effect::Status { status: 429, when: When::Before, retry_after: None },
        Effect::Expired,
        Effect::Html,
        Effect::Truncated,
        Effect::Huge,
    ];
    effects.extend([500, 503].into_iter().flat_map(status));
    effects.extend(REFUSED_AFTER.map(|status| Effect::Status { status, when: When::After, retry_after: None }));
    effects.extend(both.map(|when| Effect::Drop { when }));
    effects.extend(both.map(|when| Effect::Silence { when }));
    effects
}

async fn drafts(bench: &SandboxBench) -> [Draft; 2] {
    let invoice = invoice_draft(bench, vec![line(98, 1000), line(-2, 1000)]).await;
    [Draft::Invoice(invoice), Draft::Bill(bill_draft(bench, &[6000]).await)]
}

/// Each failure at each of the first calls, once and twice in a row.
async fn every_failure_ends_in_one_document(bench: impl AsyncFn() -> SandboxBench) {
    for effect in effects() {
        for times in [1, 4] {
            for after_calls in 0..CALLS {
                let bench = bench().await;
                let fault = Fault { after_calls, times: Some(times), ..Fault::always(effect.clone()) };
                for (number, mut draft) in drafts(&bench).await.into_iter().enumerate() {
                    bench.sandbox.fail(fault.clone());
                    let made = draft.push(bench.accounting(), false).await;
                    bench.recover().await;
                    let told = format!("{effect:?} {times} times after {after_calls} calls");
                    assert_eq!(bench.document_count().await, number + 1, "{told}");
                    let found = draft.find(bench.accounting()).await.expect("a look-up");
                    assert_eq!(found.map(|found| (found.at, found.total)), Some((made.at, made.total)), "{told}");
                }
            }
        }
    }
}

/// A program that is killed in the middle of its call, and another one that goes on.
async fn a_killed_program_leaves_no_second_document(bench: impl AsyncFn() -> SandboxBench) {
    for when in [When::Before, When::After] {
        for after_calls in 0..CALLS {
            let bench = bench().await;
            for (number, mut draft) in drafts(&bench).await.into_iter().enumerate() {
                bench.sandbox.fail(Fault { after_calls, ..Fault::always(Effect::Silence { when }) });
                let pushed = tokio::time::timeout(Duration::from_millis(150), draft.create(bench.accounting())).await;
                bench.recover().await;
                let made = draft.push(bench.accounting(), true).await;
                let told = format!("killed {when:?} call {after_calls}");
                assert_eq!(bench.document_count().await, number + 1, "{told}");
                if let Ok(Ok(first)) = pushed {
                    assert_eq!(first.at, made.at, "{told}");
                }
            }
        }
    }
}

/// Creates the document of a draft before any fault is planned. A machine at work may be slower than an impatient connector waits: the same request
/// again makes no second document.
async fn made_in_time(bench: &SandboxBench, draft: &InvoiceDraft) -> Document {
    for _ in 0..ROUNDS {
        if let Ok(made) = bench.accounting().create_invoice(draft).await {
            return made;
        }
    }
    panic!("the draft is in order");
}

/// An update whose calls fail ends in its content, on the one document.
async fn every_failure_of_an_update_ends_in_its_content(bench: impl AsyncFn() -> SandboxBench) {
    for effect in effects() {
        for after_calls in 0..CALLS {
            let bench = bench().await;
            let draft = invoice_draft(&bench, vec![line(98, 1000)]).await;
            let made = made_in_time(&bench, &draft).await;
            let next = InvoiceDraft { generation: 2, lines: vec![line(90, 1000)], ..draft };
            bench.sandbox.fail(Fault { after_calls, times: Some(2), ..Fault::always(effect.clone()) });
            let told = format!("{effect:?} after {after_calls} calls");
            let mut written = None;
            for _ in 0..ROUNDS {
                match bench.accounting().update_invoice(&made.at, &made.revision, &next).await {
                    Ok(document) => written = Some(document),
                    Err(failure) if failure.refusal() == Some(Refusal::Changed) => panic!("{told}: it is ours"),
                    Err(_) => continue,
                }
                break;
            }
            bench.recover().await;
            assert_eq!(written.map(|written| written.total), Some(Money::from_cents(90_000)), "{told}");
            let standing = bench.accounting().standing(&made.at).await.expect("a read").expect("it exists");
            assert_eq!((standing.total, bench.document_count().await), (Money::from_cents(90_000), 1), "{told}");
        }
    }
}

#[tokio::test]
async fn quickbooks_makes_one_document_of_each_push() {
    every_failure_ends_in_one_document(SandboxBench::impatient_quickbooks).await;
}

#[tokio::test]
async fn netsuite_makes_one_document_of_each_push() {
    every_failure_ends_in_one_document(SandboxBench::impatient_netsuite).await;
}

#[tokio::test]
async fn quickbooks_makes_one_document_when_a_program_is_killed() {
    a_killed_program_leaves_no_second_document(SandboxBench::impatient_quickbooks).await;
}

#[tokio::test]
async fn netsuite_makes_one_document_when_a_program_is_killed() {
    a_killed_program_leaves_no_second_document(SandboxBench::impatient_netsuite).await;
}

#[tokio::test]
async fn quickbooks_updates_end_in_their_content() {
    every_failure_of_an_update_ends_in_its_content(SandboxBench::impatient_quickbooks).await;
}

#[tokio::test]
async fn netsuite_updates_end_in_their_content() {
    every_failure_of_an_update_ends_in_its_content(SandboxBench::impatient_netsuite).await;
}
