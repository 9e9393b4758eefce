import { z } from 'zod';
import table from '../../tables/endpoints.json' with { type: 'json' };
import { timestamp } from '../clock.ts';
import { amount, BadOrder, taxId } from '../control/route.ts';
import { reason } from '../reasons.ts';
import { nextProtocol, nextReceipt, verAplic } from '../services/service.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';
import { readNote, reformFactsOf } from '../rules/note.ts';
import { readXml, writeElement } from '../xml/element.ts';
import { loadEvents, supplierEvent } from './load-events.ts';
import { renumbered, type SupplierNote, supplierNote, type UnsignedNote } from './suppliers.ts';

const authorizedCode = 100;
const states = Object.keys(table.cUF);

const state = z
  .string()
  .refine((text): text is keyof typeof table.cUF => states.includes(text), 'unknown state')
  .default('SP');
const person = z.strictObject({ taxId, name: z.string().min(2).max(60).optional(), state });
type Person = z.infer<typeof person>;

/** Issuers with a CPF have series of their own (B07, rules 495 and 503). */
const isPerson = ({ taxId }: Pick<Person, 'taxId'>): boolean => taxId.length === 11;
const isOwnSeries = (issuer: Person, series: number): boolean =>
  isPerson(issuer) ? series >= 920 && series <= 969 : series <= 889;

const noteFields = z.strictObject({
  issuer: person,
  recipient: person,
  /** Without it, the supplier's next number. */
  number: z.int().min(1).max(999_999_999).optional(),
  /** Without it 1, or 920 for an issuer with a CPF. */
  series: z.int().min(0).max(969).optional(),
  total: amount.default('100.00'),
  installments: z
    .array(z.strictObject({ number: z.string().max(60).optional(), dueDate: z.iso.date(), amount }))
    .max(120)
    .default([]),
  paidAtOnce: z.boolean().default(false),
  /** Without it, now. */
  issuedAt: z.iso.datetime({ offset: true }).optional(),
  carrier: z.union([taxId, z.strictObject({ taxId, name: z.string().min(2).max(60) })]).optional(),
  authorized: z.array(taxId).max(10).default([]),
  events: z.array(supplierEvent).default([]),
  count: z.int().min(1).max(200_000).default(1),
});

/** One note as a supplier would have issued it, or `count` of them with following numbers. */
export const noteOrder = noteFields
  .transform((order) => ({ ...order, series: order.series ?? (isPerson(order.issuer) ? 920 : 1) }))
  .refine(({ issuer, series }) => isOwnSeries(issuer, series), {
    path: ['series'],
    message: 'a series of 0 to 889, or of 920 to 969 of a CPF',
  });
type NoteOrder = z.infer<typeof noteOrder>;

/** Registers the notes of an order as authorized, with their events, and returns their access keys. The notes are signed when they are handed out. */
export function loadNotes(order: NoteOrder, environment: Environment, authority: TaxAuthority): string[] {
  authority.suppliers.credentialsOf(order.issuer.taxId);
  const first = order.number ?? nextNumber(order, environment, authority);
  const sale = saleOf(order, first, environment, authority);
  const model = supplierNote(sale);
  const facts = factsOf(model);
  return Array.from({ length: order.count }, (_, index) => {
    const note = index === 0 ? model : renumbered(model, { ...sale, number: first + index });
    loadNote(note, { sale, facts }, authority);
    loadEvents(order.events, note.chNFe, environment, authority);
    return note.chNFe;
  });
}

type Facts = ReturnType<typeof reformFactsOf>;

/** The facts that all notes of an order have in common; only their numbers differ. */
function factsOf({ xml }: UnsignedNote): Facts {
  const note = readNote(readXml(xml));
  if (!note) throw new TypeError('a note without key');
  return reformFactsOf(note);
}

function loadNote(
  { chNFe, xml, digVal }: UnsignedNote,
  { sale, facts }: { sale: SupplierNote; facts: Facts },
  authority: TaxAuthority,
): void {
  const { register } = authority;
  const { environment, dhEmi } = sale;
  if (register.note(environment, chNFe)) throw new BadOrder(`${chNFe} is registered already`);
  const cUF = chNFe.slice(0, 2);
  const at = new Date(dhEmi);
  const nProt = nextProtocol(register, undefined, cUF, at);
  const xMotivo = reason(authorizedCode);
  const infProt = {
    tpAmb: environment,
    verAplic,
    chNFe,
    dhRecbto: dhEmi,
    nProt,
    digVal,
    cStat: authorizedCode,
    xMotivo,
  };
  register.add(
    {
      kind: 'note',
      environment,
      chNFe,
      cStat: authorizedCode,
      xMotivo,
      nProt,
      nRec: nextReceipt(register, undefined, cUF),
      digVal,
      dhEmi,
      dhRecbto: dhEmi,
      vNF: sale.total,
      vICMS: '0.00',
      recipient: sale.recipient.taxId,
      ...(sale.carrier && { carrier: sale.carrier.taxId }),
      ...(sale.authorized.length > 0 && { authorized: [...sale.authorized] }),
      ...facts,
      supplier: sale.issuer.taxId,
      protNFe: writeElement('protNFe', { '@versao': '4.00', infProt: { '@Id': `ID${nProt}`, ...infProt } }),
    },
    xml,
  );
}

function saleOf(order: NoteOrder, number: number, environment: Environment, { clock }: TaxAuthority): SupplierNote {
  const { issuer, recipient, carrier, installments } = order;
  return {
    environment,
    number,
    issuer: { ...issuer, name: issuer.name ?? `Fornecedor ${issuer.taxId}` },
    recipient: { ...recipient, name: recipient.name ?? `Cliente ${recipient.taxId}` },
    series: order.series,
    total: order.total,
    installments: installments.map((part, index) => ({
      ...part,
      number: part.number ?? String(index + 1).padStart(3, '0'),
    })),
    paidAtOnce: order.paidAtOnce,
    carrier: typeof carrier === 'string' ? { taxId: carrier, name: `Transportadora ${carrier}` } : carrier,
    authorized: order.authorized,
    dhEmi: timestamp(order.issuedAt === undefined ? clock.now() : new Date(order.issuedAt)),
  };
}

/** One more than the highest number that a supplier has used in the series. */
function nextNumber({ issuer, series }: NoteOrder, environment: Environment, { register }: TaxAuthority): number {
  const wanted = { cUF: String(table.cUF[issuer.state]), issuer: issuer.taxId.padStart(14, '0'), model: '55', series };
  return register.highestNumber(environment, wanted) + 1;
}
