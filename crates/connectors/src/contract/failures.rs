//! Rules of failing: the caller always knows whether to try again, to ask for credentials, or to look it up.

use crate::ConnectorError;

use super::{Bench, Trouble, bill_draft, created, invoice_draft, line};

/// After `Retry` nothing has changed, and the same call succeeds once the system is free.
pub async fn a_busy_system_did_nothing(bench: &dyn Bench) {
    let invoice = invoice_draft(bench, vec![line(98, 1000)]).await;
    let bill = bill_draft(bench, &[6000]).await;
    bench.fail(Trouble::Busy).await;
    let failures = [bench.accounting().create_invoice(&invoice).await, bench.accounting().create_bill(&bill).await];
    for failure in failures {
        assert!(matches!(failure, Err(ConnectorError::Retry { .. })), "{failure:?}");
    }
    bench.recover().await;
    assert_eq!(bench.document_count().await, 0);
    created(bench, &invoice).await;
    assert_eq!(bench.document_count().await, 1);
}

/// After `NewCredentials` nothing has changed, and the same call succeeds with new ones.
pub async fn refused_credentials_did_nothing(bench: &dyn Bench) {
    let invoice = invoice_draft(bench, vec![line(98, 1000)]).await;
    bench.fail(Trouble::CredentialsRefused).await;
    let failure = bench.accounting().create_invoice(&invoice).await;
    assert!(matches!(failure, Err(ConnectorError::NewCredentials(_))), "{failure:?}");
    bench.recover().await;
    assert_eq!(bench.document_count().await, 0);
    created(bench, &invoice).await;
}

/// A read that gets no answer is repeated, not looked up.
pub async fn reads_fail_without_doubt(bench: &dyn Bench) {
    let invoice = invoice_draft(bench, vec![line(98, 1000)]).await;
    let document = created(bench, &invoice).await;
    for trouble in [Trouble::Busy, Trouble::RequestLost, Trouble::AnswerLost] {
        bench.fail(trouble).await;
        let failures = [
            bench.accounting().customers("harbor", 10).await.err(),
            bench.accounting().customer(&invoice.customer).await.err(),
            bench.accounting().vendors("harbor", 10).await.err(),
            bench.accounting().terms().await.err(),
            bench.accounting().find(&invoice.sought()).await.err(),
            bench.accounting().standing(&document.at).await.err(),
        ];
        bench.recover().await;
        for failure in failures {
            assert!(matches!(failure, Some(ConnectorError::Retry { .. })), "{trouble:?}: {failure:?}");
        }
    }
}
