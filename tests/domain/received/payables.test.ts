import { expect, test } from 'vitest';
import { type NoteArrival, roleOf } from '../../../domain/received/arrival.ts';
import { payablesOf } from '../../../domain/received/payables.ts';

/** Issued late on the 20th in Brasília, which in UTC is the 21st. */
const note: NoteArrival = {
  kind: 'note',
  model: 'NFE',
  schemaType: 'PROC_NFE',
  accessKey: '',
  issuer: { taxId: '11222333000181', name: 'Fornecedor' },
  parties: { recipient: '11444777000161', carrier: null, authorized: [], intermediary: null },
  number: '42',
  series: '1',
  totalValue: '100.00',
  payableValue: '100.00',
  emissionDate: new Date('2026-11-21T01:30:00Z'),
  operation: 'OUT',
  purpose: '1',
  status: 'AUTHORIZED',
  protocol: null,
  authorizedAt: null,
  installments: [],
  payment: { indPag: ['1'], tPag: ['15'], vPag: ['100.00'] },
};
const installments = [
  { number: '001', dueDate: '2026-12-20', amount: '60.00' },
  { number: '002', dueDate: '2027-01-20', amount: '40.00' },
];
const paid = (...payments: ['0' | '1' | null, string, string][]) => ({
  ...note,
  payment: {
    indPag: payments.map(([indPag]) => indPag),
    tPag: payments.map(([, tPag]) => tPag),
    vPag: payments.map(([, , vPag]) => vPag),
  },
});
const whole = [{ number: null, dueDate: '2026-11-20', amount: '100.00' }];

test('each duplicata is owed, whatever was said of the payment', () => {
  expect(payablesOf({ ...note, installments })).toEqual(installments);
  expect(payablesOf({ ...paid(['0', '90', '0.00']), installments })).toEqual(installments);
});

test.each([
  ['in instalments', paid(['1', '15', '100.00']), whole],
  ['in a way that is not said', paid([null, '01', '100.00']), whole],
  ['by no payment at all', paid(), whole],
  ['at sight', paid(['0', '17', '100.00']), []],
  ['at sight in two ways', paid(['0', '17', '60.00'], ['0', '01', '40.00']), []],
  ['without payment', paid([null, '90', '0.00']), []],
  ['partly at sight', paid(['0', '17', '60.00'], ['1', '15', '40.00']), [{ ...whole[0], amount: '40.00' }]],
  ['at sight with more than the note', paid(['0', '17', '100.00'], [null, '99', '0.00']), []],
])('a note without duplicatas, paid %s', (_, paidNote, owed) => {
  expect(payablesOf(paidNote)).toEqual(owed);
});

test.each<[string, Partial<NoteArrival>]>([
  ['a summary', { schemaType: 'RES_NFE' }],
  ['a denied note', { status: 'DENIED' }],
  ['a cancelled note', { status: 'CANCELLED' }],
  ['what the issuer takes in', { operation: 'IN', installments }],
  ['a return', { purpose: '4', installments }],
  ['an adjustment', { purpose: '3', installments }],
  ['a credit note', { purpose: '5', installments }],
  ['a debit note without duplicatas', { purpose: '6' }],
  ['a note of nothing', { payableValue: '0.00' }],
])('nothing is owed by %s', (_, change) => {
  expect(payablesOf({ ...note, ...change })).toEqual([]);
});

test('a complement is owed as a sale is, a debit note where it has duplicatas', () => {
  expect(payablesOf({ ...note, purpose: '2' })).toEqual(whole);
  expect(payablesOf({ ...note, purpose: '6', installments })).toEqual(installments);
});

test('of an NFS-e the net value is owed, where there is one', () => {
  const nfse = { ...paid(), model: 'NFSE', schemaType: 'NFSE', operation: null, purpose: null } as const;
  expect(payablesOf({ ...nfse, payableValue: '88.50' })).toEqual([{ ...whole[0], amount: '88.50' }]);
  expect(payablesOf({ ...nfse, payableValue: '0.00' })).toEqual([]);
});

test.each([
  ['RECIPIENT', { recipient: 'us', carrier: 'us', authorized: ['us'], intermediary: 'us' }],
  ['TRANSPORTER', { recipient: 'x', carrier: 'us', authorized: ['us'], intermediary: null }],
  ['AUTHORIZED', { recipient: null, carrier: null, authorized: ['x', 'us'], intermediary: null }],
  ['OTHER', { recipient: 'x', carrier: null, authorized: [], intermediary: 'us' }],
])('a company is %s to a note with %j', (role, parties) => {
  expect(roleOf({ schemaType: 'PROC_NFE', parties }, 'us')).toBe(role);
});

test('whoever gets a summary is its recipient', () => {
  const parties = { recipient: null, carrier: null, authorized: [], intermediary: null };
  expect(roleOf({ schemaType: 'RES_NFE', parties }, 'us')).toBe('RECIPIENT');
});
