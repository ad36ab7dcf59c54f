//! Every action of the audit trail, and what people call it.

use crate::text::fold;

/// The actions with their texts. A test holds that no action is written that is missing here.
pub const ACTIONS: &[(&str, &str)] = &[
    ("access_key.create", "Access key created"),
    ("access_key.revoke", "Access key revoked"),
    ("account.create_customer", "Customer created in the ERP"),
    ("account.look_up", "ERP account searched"),
    ("accounting_config.create", "QuickBooks configuration created"),
    ("accounting_config.read_secret", "QuickBooks client secret read"),
    ("accounting_config.update", "QuickBooks configuration changed"),
    ("api_service.create", "ERP account created"),
    ("api_service.refresh_failed", "Refresh of ERP tokens failed"),
    ("api_service.refresh_token", "ERP tokens refreshed"),
    ("api_service.test", "Connection to ERP account tested"),
    ("api_service.update", "ERP account changed"),
    ("api_token.create", "ERP tokens created"),
    ("api_token.read_secret", "ERP tokens read"),
    ("api_token.update", "ERP tokens changed"),
    ("billing_run.approve", "Drafts of a billing run approved"),
    ("billing_run.cancel", "Billing run cancelled"),
    ("billing_run.create", "Approved drafts of a billing run sent to be created"),
    ("billing_run.drafted", "Drafts of a billing run computed"),
    ("billing_run.ended", "Billing run ended"),
    ("billing_run.failed", "Billing run broke off"),
    ("billing_run.start", "Billing run started"),
    ("billing_run.withdraw", "Approvals of a billing run taken back"),
    ("billing_settings.update", "Billing settings changed"),
    ("broker.create", "Broker created"),
    ("broker.update", "Broker changed"),
    ("bulk_action.ended", "Bulk action on invoices ended"),
    ("bulk_action.failed", "Bulk action on invoices broke off"),
    ("bulk_action.start", "Bulk action on invoices started"),
    ("census.answer", "Question about a census file answered"),
    ("census.assign_group_ids", "Unknown group IDs of a census file decided about"),
    ("census.choose_match", "Census record matched by hand"),
    ("census.choose_row", "Record of a person chosen"),
    ("census.confirm_terminations", "Number of endings confirmed"),
    ("census.delete", "Census file deleted"),
    ("census.export_changes", "Changes of a census file downloaded"),
    ("census.export_failures", "Failed rows of a census file downloaded"),
    ("census.fix_record", "Census record corrected"),
    ("census.fix_records", "Census records corrected"),
    ("census.forget_not_same", "Denied match forgotten"),
    ("census.keep_absent", "Absent member kept by a person"),
    ("census.make_row", "Line of a census file made a row"),
    ("census.map", "Columns of a census file mapped"),
    ("census.not_same", "Match denied"),
    ("census.process", "Census file queued for processing"),
    ("census.replace", "Census file replaced"),
    ("census.replace_value", "Value of census records replaced"),
    ("census.run", "Task of a census file started"),
    ("census.see_changes", "Changes of a census file looked at"),
    ("census.skip_record", "Census record skipped"),
    ("census.skip_records", "Census records skipped"),
    ("census.split", "Census file split off"),
    ("census.stop", "Task of a census file stopped"),
    ("census.take_back_records", "Skipped census records taken back"),
    ("census.task", "Task of a census file ended"),
    ("census.undo", "Undo of a census file started"),
    ("census.undone", "Undo of a census file ended"),
    ("census.update", "Settings of a census file changed"),
    ("census.upload", "Census file uploaded"),
    ("commission_rule.add_adjustment", "Adjustment of a commission rule added"),
    ("commission_rule.await_payment", "First month of a commission rule on paid invoices set"),
    ("commission_rule.create", "Commission rule created"),
    ("commission_rule.delete_adjustment", "Adjustment of a commission rule deleted"),
    ("commission_rule.set_plans", "Billing plans of a commission rule changed"),
    ("commission_rule.set_rate", "Payout rate of a commission rule changed"),
    ("commission_rule.update", "Commission rule changed"),
    ("commission_run.create_bills", "Bills of a commission run requested"),
    ("commission_statement.bill_changed", "Bill of a commission statement changed in the ERP"),
    ("commission_statement.bill_gone", "Bill of a commission statement deleted in the ERP"),
    ("commission_statement.create", "Commission statement created"),
    ("commission_statement.create_bill", "Bill of a commission statement created"),
    ("commission_statement.create_bill_failed", "Bill of a commission statement not created"),
    ("commission_statement.delete", "Commission statement deleted"),
    ("commission_statement.export", "Commission statement downloaded"),
    ("commission_statement.export_month", "Commission statements of a month downloaded"),
    ("commission_statement.export_pdf", "Commission statement downloaded as PDF"),
    ("commission_statement.keep_bill", "Bill of a commission statement kept as it was changed in the ERP"),
    ("consult.import", "Consults imported"),
    ("contact.create", "Contact added"),
    ("contact.update", "Contact changed"),
    ("group.create", "Group created"),
    ("group.export", "Member census downloaded"),
    ("group.reactivate", "Group made Active again"),
    ("group.recount", "Member counters of the group corrected"),
    ("group.sync_insurance", "Insurance synced"),
    ("group.sync_insurance_failed", "Insurance sync failed"),
    ("group.terminate", "Group terminated"),
    ("group.update", "Group changed"),
    ("impersonation.start", "Impersonation started"),
    ("impersonation.stop", "Impersonation ended"),
    ("invoice.mark_commission", "Commission payment marked"),
    ("list.export", "List downloaded"),
    ("member.activate", "Member activated"),
    ("member.census_undo", "Change by a census file undone"),
    ("member.create", "Member created"),
    ("member.terminate", "Member terminated"),
    ("member.undo", "Status change undone"),
    ("member.update", "Member changed"),
    ("member.welcome", "Welcome e-mail sent"),
    ("netsuite_config.create", "NetSuite configuration created"),
    ("netsuite_config.read_secret", "NetSuite private key read"),
    ("netsuite_config.update", "NetSuite configuration changed"),
    ("note.create", "Note added"),
    ("note.delete", "Note deleted"),
    ("note.update", "Note changed"),
    ("password.change", "Password changed"),
    ("password.forgotten", "Password reset asked for"),
    ("password.reset", "Password reset"),
    ("plan.create", "Billing plan created"),
    ("plan.update", "Billing plan changed"),
    ("plan_line.create", "Line item added"),
    ("plan_line.delete", "Line item deleted"),
    ("plan_line.update", "Line item changed"),
    ("pricing_group.create", "Pricing group created"),
    ("pricing_group.update", "Pricing group changed"),
    ("pricing_option.create", "Pricing option created"),
    ("pricing_option.update", "Pricing option changed"),
    ("saved_view.create", "List view saved"),
    ("saved_view.delete", "List view deleted"),
    ("saved_view.update", "List view changed"),
    ("second_factor.begin", "Set-up of a second factor begun"),
    ("second_factor.confirm", "Second factor set up"),
    ("second_factor.recovery_codes", "New recovery codes made"),
    ("second_factor.remove", "Second factor removed"),
    ("secret_key.rotate", "Secret key changed"),
    ("security.update", "Security settings changed"),
    ("session.confirm", "Password or second factor shown again"),
    ("session.end", "Session ended"),
    ("sessions.end", "Other sessions ended"),
    ("sign_in", "Signed in"),
    ("sign_in.failed", "Sign-in failed"),
    ("sign_in.locked", "Sign-in locked after wrong tries"),
    ("sign_in.second_factor_failed", "Sign-in failed at the second factor"),
    ("sign_out", "Signed out"),
    ("snapshot.age_payment", "Payment status changed as days passed"),
    ("snapshot.create", "Snapshot created"),
    ("snapshot.create_invoice", "Invoice created in the ERP"),
    ("snapshot.create_invoice_failed", "Invoice not created in the ERP"),
    ("snapshot.delete", "Snapshot deleted"),
    ("snapshot.delete_statement", "Commission statement of a snapshot deleted"),
    ("snapshot.export", "Comparison of a snapshot downloaded"),
    ("snapshot.follow_plan", "Draft took purchase order and customer from its plan"),
    ("snapshot.generate_statement", "Commission statement generated from a snapshot"),
    ("snapshot.invoice_changed", "Invoice was changed in the ERP"),
    ("snapshot.invoice_gone", "Invoice was deleted in the ERP"),
    ("snapshot.invoice_voided", "Invoice was voided in the ERP"),
    ("snapshot.keep_invoice", "Invoice kept as it was changed in the ERP"),
    ("snapshot.mail_invoice", "Invoice mailed by the ERP"),
    ("snapshot.mail_invoice_failed", "Invoice not mailed by the ERP"),
    ("snapshot.regenerate", "Snapshot regenerated"),
    ("snapshot.settle_mail", "Mail of unknown outcome settled by a person"),
    ("snapshot.sync_payment", "Payment status synced"),
    ("snapshot.sync_payment_failed", "Payment status not synced"),
    ("snapshot.update_invoice", "Invoice updated in the ERP"),
    ("snapshot.update_invoice_failed", "Invoice not updated in the ERP"),
    ("user.change_address", "E-mail address changed by its owner"),
    ("user.create", "User created"),
    ("user.reset_second_factor", "Second factor of a user removed"),
    ("user.send_password_reset", "Password reset sent"),
    ("user.update", "User changed"),
    ("user.work_digest_off", "Daily mail turned off"),
    ("user.work_digest_on", "Daily mail turned on"),
];

/// What people call an action; the name of one that is not ours any more is made readable.
pub fn action_text(action: &str) -> String {
    match ACTIONS.iter().find(|(name, _)| *name == action) {
        Some((_, text)) => (*text).to_owned(),
        None => readable(action),
    }
}

/// The actions whose text contains a folded word of a search term.
pub fn actions_saying(word: &str) -> Vec<&'static str> {
    ACTIONS.iter().filter(|(_, text)| fold(text).contains(word)).map(|(name, _)| *name).collect()
}

/// `old_thing.done` as `Old thing done`.
fn readable(action: &str) -> String {
    let words = action.replace(['.', '_'], " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_stands_once_in_order_and_reads_as_the_beginning_of_a_sentence() {
        assert!(ACTIONS.is_sorted_by(|one, next| one.0 < next.0), "{ACTIONS:?}");
        for (name, text) in ACTIONS {
            assert!(text.starts_with(|first: char| first.is_uppercase()) && !text.ends_with('.'), "{name}: {text}");
        }
    }

    #[test]
    fn an_action_of_another_time_is_readable_still() {
        for (action, text) in [
            ("group.terminate", "Group terminated"),
            ("old_thing.done", "Old thing done"),
            ("\u{e9}t\u{e9}", "\u{c9}t\u{e9}"),
            ("", ""),
        ] {
            assert_eq!(action_text(action), text);
        }
    }

    #[test]
    fn actions_are_found_by_the_words_that_people_see() {
        assert_eq!(actions_saying("terminated"), ["group.terminate", "member.terminate"]);
        assert_eq!(actions_saying("signed"), ["sign_in", "sign_out"]);
        assert!(actions_saying("nothing of ours").is_empty());
    }
}
