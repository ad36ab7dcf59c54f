//! Deleting a snapshot whose invoice could not be created: what the ERP has of it is looked up first (rules.md#failed-request).

use connectors::{ConnectorError, Refusal};

use super::*;

impl InErp {
    async fn delete(&self, id: &Value) -> Reply {
        self.billed.client.delete(&self.billed.snapshot(id)).await
    }

    /// A snapshot whose request the ERP has refused, after or before the work was done.
    async fn refused(&self, at: fn(ConnectorError) -> Fault) -> Value {
        let id = self.billed.bill(7).await["Id"].clone();
        self.erp.fail_next(Call::CreateInvoice, at(ConnectorError::refused(Refusal::Invalid, "No.")));
        self.create(&id).await.message();
        assert_eq!(self.state(&id).await, "Failed");
        id
    }
}

/// The ERP says no after it has made the invoice: the deletion takes the invoice over, and mails it to nobody.
#[tokio::test]
async fn a_snapshot_whose_refused_invoice_stands_in_the_erp_is_kept() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.refused(Fault::After).await;
        let said = this.delete(&id).await.message();
        assert!(said.starts_with("The invoice was found in the ERP, although"), "{said}");
        assert_eq!(this.viewed(&id).await["ErpInvoice"]["DocNumber"], "000001", "{engine:?}");
        assert_eq!((this.erp.documents().len(), this.erp.mails().len()), (1, 0));
        let said = this.delete(&id).await.message();
        assert!(said.contains("because it is in the ERP"), "{said}");
        this.create(&id).await.value();
        assert_eq!(this.erp.mails().len(), 1, "a person asks for the mail");
        this.erp.delete(&this.erp.documents()[0].at).expect("it is there");
        this.sync(&id).await.message();
        this.delete(&id).await.value();
    }
}

#[tokio::test]
async fn a_snapshot_whose_refused_invoice_is_not_in_the_erp_is_deleted() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        let id = this.refused(Fault::Before).await;
        this.erp.fail_next(Call::Find, Fault::busy());
        let said = this.delete(&id).await.message();
        assert!(said.starts_with("The accounting system is not available"), "{said}");
        this.billed.app.books.disconnect(this.account);
        assert_eq!(this.delete(&id).await.message(), "This ERP account is not connected yet.", "{engine:?}");
        this.billed.app.books.connect(this.account, &this.erp);
        assert_eq!(this.state(&id).await, "Failed", "the snapshot is still here");
        this.delete(&id).await.value();
        assert_eq!(this.erp.documents().len(), 0);
        assert_eq!(this.erp.calls().iter().filter(|call| **call == Call::Find).count(), 2);
    }
}

/// Reasons on this side are given before the ERP is asked.
#[tokio::test]
async fn an_earlier_snapshot_is_refused_without_a_look_up() {
    let this = InErp::start().await;
    let id = this.refused(Fault::After).await;
    this.billed.bill(8).await;
    let asked = this.erp.calls().len();
    assert!(this.delete(&id).await.message().starts_with("Only the plan's latest snapshot can be deleted"));
    assert_eq!(this.erp.calls().len(), asked);
}
