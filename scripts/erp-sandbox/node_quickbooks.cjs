// Runs node-quickbooks against a sandbox: nothing is changed but the base address.
//
//     ledgerwell erp-sandbox --listen 127.0.0.1:8090
//     node scripts/erp-sandbox/node_quickbooks.cjs http://127.0.0.1:8090
const assert = require('node:assert/strict')
const QuickBooks = require('node-quickbooks')

const base = process.argv[2] ?? 'http://127.0.0.1:8090'

async function control(method, path) {
  const answer = await fetch(base + path, { method })
  return JSON.parse((await answer.text()) || 'null')
}

/** Calls of the library as promises; a failure is the fault of the answer. */
function promised(library) {
  return (name, ...given) =>
    new Promise((resolve, reject) => library[name](...given, (error, found) => (error ? reject(error) : resolve(found))))
}

// The library gives the fault itself or the failed call around it.
const code = (error) => (error.Fault ?? error.response?.data?.Fault)?.Error[0].code
const sold = (item, Qty, UnitPrice) => ({
  DetailType: 'SalesItemLineDetail',
  Amount: Qty * UnitPrice,
  SalesItemLineDetail: { ItemRef: { value: item }, Qty, UnitPrice },
})

async function main() {
  const company = (await control('GET', '/control')).QuickBooks
  const tokens = await control('POST', '/control/connect')
  QuickBooks.TOKEN_URL = `${base}/oauth2/v1/tokens/bearer`
  const library = new QuickBooks(
    company.ClientId, company.ClientSecret, tokens.access_token, false, company.RealmId, true, false, 75, '2.0',
    tokens.refresh_token,
  )
  library.endpoint = `${base}/v3/company/`
  const call = promised(library)
  const item = company.Ids.Item.PEPM

  const named = `O'Neil & Söhne ${Date.now()}`
  const customer = await call('createCustomer', { DisplayName: named })
  const found = await call('findCustomers', [{ field: 'DisplayName', value: `${named.slice(0, 9)}%`, operator: 'LIKE' }])
  assert.ok(found.QueryResponse.Customer.some((one) => one.Id === customer.Id), 'a name with an apostrophe is found')
  assert.ok((await call('findCustomers', { count: true })).QueryResponse.totalCount >= 1)

  const invoice = await call('createInvoice', {
    CustomerRef: { value: customer.Id },
    Line: [sold(item, 40, 4.25), sold(item, -3, 3.5), { DetailType: 'DescriptionOnly', Description: 'Thank you' }],
  })
  assert.equal(invoice.TotalAmt, 159.5)
  const { Id, SyncToken } = invoice
  const change = { Id, SyncToken, sparse: true, PrivateNote: 'read' }
  assert.equal((await call('updateInvoice', { ...change })).PrivateNote, 'read')
  await assert.rejects(call('updateInvoice', { ...change }), (error) => code(error) === '5010')
  assert.equal((await call('sendInvoicePdf', Id, 'books@harbor.example')).EmailStatus, 'EmailSent')
  const linked = [{ TxnId: Id, TxnType: 'Invoice' }]
  await call('createPayment', {
    CustomerRef: { value: customer.Id }, TotalAmt: 50, Line: [{ Amount: 50, LinkedTxn: linked }],
  })
  assert.equal((await call('getInvoice', Id)).Balance, 109.5)

  const vendor = await call('createVendor', { DisplayName: `Broker ${Date.now()}` })
  const account = { AccountRef: { value: company.Ids.Account.Commissions } }
  const line = { DetailType: 'AccountBasedExpenseLineDetail', Amount: 60, AccountBasedExpenseLineDetail: account }
  const bill = await call('createBill', { VendorRef: { value: vendor.Id }, Line: [line] })
  assert.equal(bill.Balance, 60)
  await call('deleteBill', bill.Id)

  assert.ok((await call('changeDataCapture', ['Invoice'], new Date(Date.now() - 86_400_000).toISOString())).CDCResponse.length > 0)
  const both = await call('batch', [{ bId: '1', Query: 'select * from Invoice maxresults 1' }])
  assert.equal(both.BatchItemResponse[0].bId, '1')
  await assert.rejects(call('findInvoices', { Nope: 'x' }), (error) => code(error) === '4001')
  await call('deleteInvoice', Id)
  await assert.rejects(call('getInvoice', Id), (error) => code(error) === '610')

  await call('refreshAccessToken')
  assert.ok((await call('findTerms')).QueryResponse.Term.length > 0, 'the new token is taken')
  console.log(`node-quickbooks works against ${base}`)
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
