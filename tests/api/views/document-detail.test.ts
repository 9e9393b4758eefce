import { expect, test } from 'vitest';
import { documentDetailView } from '../../../api/views/document-detail.ts';
import { Document } from '../../../domain/documents/document.entity.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { child, readXml, type XmlElement } from '../../../domain/xml/reader.ts';
import { fiscalCases } from '../../fiscal-cases/cases/index.ts';
import { checked, signed } from '../../fiscal-cases/engine/issue.ts';
import { constants, elsewhere, placesOfItem, placesOfNote } from './what-notes-say.ts';

const cases = Object.values(fiscalCases).flatMap((all) => all.filter((one) => 'gives' in one));

test('the detail of every fiscal case says each tax, amount and total of its XML', () => {
  const seen = new Set<string>();
  for (const { of, sale } of cases) {
    const { note, ...sold } = checked(sale);
    if (!note || !('payload' in sold)) throw new Error(`${of} is refused`);
    const view = detailOf(note, sold.payload);
    const infNFe = child(readXml(signed(note, sale)), 'infNFe');
    if (!infNFe) throw new Error('There is no note');
    const ofNote = leavesOf(infNFe).filter(({ place }) => /^(total|pag|cobr)\//.test(place));
    expect([of, ofNote.flatMap((leaf) => unsaid(leaf, placesOfNote, view))]).toEqual([of, []]);
    const lines = infNFe.children.filter(({ name }) => name === 'det');
    for (const [index, line] of lines.entries()) {
      const leaves = leavesOf(line).filter(({ place, name }) => !place.startsWith('prod/') || isAmount(name));
      const told = leaves.filter(({ place }) => /^(prod|imposto|impostoDevol|vItem)/.test(place));
      expect([of, told.flatMap((leaf) => unsaid(leaf, placesOfItem, view.items[index]))]).toEqual([of, []]);
      for (const { place } of told) seen.add(place);
    }
  }
  expect(seen.size).toBeGreaterThan(100);
});

test('a draft says what is known of it, and that nothing is computed yet', () => {
  const [{ sale } = { sale: {} }] = cases;
  const { note, ...sold } = checked(sale);
  if (!note || !('payload' in sold)) throw new Error('The case is refused');
  const card = { integration: 'INTEGRATED', brand: 'VISA', acquirer: '11222333000181', authorization: 'A1' } as const;
  const payload = { ...sold.payload, payments: [{ method: 'CREDIT_CARD', value: '1000.00', card } as const] };
  const { items, taxTotals, payments } = detailOf(null, payload, 'DRAFT');
  const [item] = items;
  expect(item).toMatchObject({ icms: null, difal: null, ipi: null, pis: null, cofins: null, taxUnitValue: null });
  expect(new Set(Object.values(taxTotals))).toEqual(new Set([null]));
  expect(payments).toEqual([
    {
      ...{ method: 'CREDIT_CARD', value: '1000.00', description: null, term: null },
      card: { ...card, receiver: null, terminal: null },
    },
  ]);
});

test('a payment says when it is due and how the card was taken, in words', () => {
  const [{ sale } = { sale: {} }] = cases;
  const { note, ...sold } = checked({
    ...sale,
    document: { payments: [{ method: 'CREDIT_CARD', value: '1000.00', card: { brand: 'Visa' } }] },
  });
  if (!note || !('payload' in sold)) throw new Error('The case is refused');
  expect(detailOf(note, sold.payload).payments).toEqual([
    expect.objectContaining({
      term: 'AT_SIGHT',
      card: expect.objectContaining({ integration: 'STANDALONE', brand: 'Visa' }),
    }),
  ]);
});

function detailOf(note: ComputedNote | null, payload: GoodsPayload, status: Document['status'] = 'AUTHORIZED') {
  const now = new Date('2026-11-21T18:00:00Z');
  const document = Object.assign(Object.create(Document.prototype) as Document, {
    ...{ id: '019ab1c2-3d4e-7f50-8a6b-9c0d1e2f3a4b', company: '019ab1c2-3d4e-7f50-8a6b-000000000001' },
    ...{ type: payload.type, status, environment: 'PRODUCTION', series: 1, number: 1, totalValue: '0.00' },
    ...{ issueDateTime: now, createdAt: now, updatedAt: now },
    clientSnapshot: note?.recipient ?? { id: null, name: '', document: '', documentType: null },
  });
  const reader = { company: { name: 'Comércio' }, base: '/v1' };
  return documentDetailView({ document, payload, computed: note, events: [], contingency: null }, reader);
}

type Leaf = { place: string; positions: number[]; name: string; text: string };

/** Groups that may occur several times. */
const repeated = new Set(['DI', 'adi', 'detExport', 'rastro', 'origComb', 'detPag', 'dup']);
/** Groups of which the detail has the first in fields of its own, and further ones in a list. */
const further = new Set(['gCred']);
/** Groups whose name only says which situation it is. */
const forms = /^(ICMS\d\d|ICMSPart|ICMSST|ICMSSN\d{3}|PIS(Aliq|Qtde|NT|Outr)|COFINS(Aliq|Qtde|NT|Outr)|IPI(Trib|NT))$/;

/** All texts below an element, by their places. */
function leavesOf(element: XmlElement, path: string[] = [], positions: number[] = []): Leaf[] {
  const counts = new Map<string, number>();
  return element.children.flatMap((one) => {
    const position = counts.get(one.name) ?? 0;
    counts.set(one.name, position + 1);
    const isListed = repeated.has(one.name) || (further.has(one.name) && position > 0);
    const step = isListed ? `${one.name}#` : one.name;
    const steps = forms.test(one.name) ? path : [...path, step];
    const at = isListed ? [...positions, further.has(one.name) ? position - 1 : position] : positions;
    if (one.children.length > 0) return leavesOf(one, steps, at);
    return [{ place: steps.join('/'), positions: at, name: one.name, text: one.text }];
  });
}

function isAmount(name: string): boolean {
  return /^(v|q|p)[A-Z]/.test(name);
}

/** What is wrong with the view at a leaf's place; empty if it has the same value. */
function unsaid({ place, positions, text }: Leaf, places: Record<string, string>, view: unknown): string[] {
  if ([...constants, ...elsewhere].some((pattern) => pattern.test(place))) return [];
  const path = places[place];
  if (path === undefined) return [`${place} = ${text} has no place in the detail`];
  const left = [...positions];
  const said = path
    .split('.')
    .map((step) => (step === '#' ? String(left.shift()) : step))
    .reduce<unknown>((within, step) => (isRecord(within) ? within[step] : undefined), view);
  return isSame(text, said) ? [] : [`${place} = ${text}, but ${path} = ${JSON.stringify(said)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Compares numbers by value; a zero that only the layout demands may be null in the view. */
function isSame(text: string, said: unknown): boolean {
  if (said === text) return true;
  const isNumber = /^\d+(\.\d+)?$/.test(text);
  if (said === null) return isNumber && Number(text) === 0;
  return isNumber && typeof said === 'string' && /^\d+(\.\d+)?$/.test(said) && Number(said) === Number(text);
}
