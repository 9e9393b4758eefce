import { expect, test } from 'vitest';
import { fieldsIn } from '../../panel/forms/fields.ts';
import type { FieldTexts } from '../../panel/forms/rows.ts';
import type { KeptRecord, RecordKind } from '../../panel/pages/records/kind.ts';
import { clients } from '../../panel/pages/records/kinds/clients.ts';
import { taxRules } from '../../panel/pages/records/kinds/tax-rules.ts';
import { changeOf, recordValues } from '../../panel/pages/records/sent-record.ts';

const client = (view: object): KeptRecord => ({ id: '1', name: 'Mercado', view });
const rule = (...parts: object[]): KeptRecord => ({
  id: '2',
  name: 'Regra',
  variant: 'NFE',
  view: { name: 'Regra', isActive: true, nfeTaxRules: parts },
});

/** The change of a form that was opened on `shown`, filled in with `written`, and sent when the record is `kept`. */
function sent(
  kind: RecordKind,
  { shown, kept, written }: { shown: KeptRecord; kept: KeptRecord; written: FieldTexts },
) {
  const company = { settings: null } as never;
  const fields = fieldsIn(kind.groups({ company, variant: kept.variant ?? '', parts: 3, taxRules: [] }));
  const seen = recordValues(kind, shown, fields);
  // An unticked box is not sent.
  const form = Object.entries({ ...seen, ...written }).filter(
    ([name, value]) => value !== '' || fields.find((field) => field.name === name)?.kind !== 'yesNo',
  );
  return changeOf(kind, new URLSearchParams(form), { kept, fields, seen });
}

test('what somebody else changed meanwhile stays, and is no change of this form', () => {
  const shown = client({ name: 'Mercado', isActive: true });
  const kept = client({ name: 'Mercado', isActive: false, city: 'Santos' });
  expect(sent(clients, { shown, kept, written: { phone: '1140028922' } })).toMatchObject({
    changes: { phone: '1140028922' },
    issues: [],
  });
  expect(sent(clients, { shown, kept, written: {} }).changes).toEqual({});
});

test('where both changed the same, the second is told what stands there now, and may put hers in its place', () => {
  const shown = client({ name: 'Mercado', isActive: true });
  const kept = client({ name: 'Mercado Novo', isActive: true });
  const first = sent(clients, { shown, kept, written: { name: 'Mercadinho' } });
  expect(first.issues).toEqual([{ path: 'name', message: expect.stringContaining('agora está assim: Mercado Novo.') }]);
  const fields = fieldsIn(clients.groups({} as never));
  const again = new URLSearchParams({ ...first.seen, name: 'Mercadinho' });
  expect(changeOf(clients, again, { kept, fields, seen: first.seen })).toMatchObject({
    changes: { name: 'Mercadinho' },
    issues: [],
  });
});

test('both having written the same is no conflict', () => {
  const [shown, kept] = [client({ name: 'Mercado' }), client({ name: 'Mercado Novo' })];
  expect(sent(clients, { shown, kept, written: { name: 'Mercado Novo' } })).toMatchObject({ changes: {}, issues: [] });
});

test('the conditions of a rule change as a whole, and two who change them do not undo each other', () => {
  const shown = rule({ cfops: ['5102'] });
  const wider = rule({ cfops: ['5102'] }, { cfops: ['6102'] });
  const written = { 'nfeTaxRules[0].cfops': '5405' };
  expect(sent(taxRules, { shown, kept: shown, written }).changes).toMatchObject({
    nfeTaxRules: [expect.objectContaining({ cfops: ['5405'] }), expect.anything(), expect.anything()],
  });
  const told = sent(taxRules, { shown, kept: wider, written: { ...written, name: 'Outra' } });
  expect(told.issues).toEqual([{ path: 'nfeTaxRules', message: expect.stringContaining('mudou as condições') }]);
  expect(told.changes).toEqual({ name: 'Outra' });
  expect(sent(taxRules, { shown, kept: wider, written: { name: 'Outra' } })).toMatchObject({
    changes: { name: 'Outra' },
    issues: [],
  });
});
