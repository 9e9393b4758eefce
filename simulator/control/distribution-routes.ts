import { z } from 'zod';
import { timestamp } from '../clock.ts';
import { schemaOf } from '../distribution/documents.ts';
import { loadNotes, noteOrder } from '../distribution/load-notes.ts';
import { loadServices, serviceOrder } from '../distribution/load-services.ts';
import { loadXml } from '../distribution/load-xml.ts';
import type { Entry } from '../distribution/queues.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';
import { type ControlRoute, environment, pattern, taxId } from './route.ts';

const rawOrder = z.strictObject({
  taxId,
  /** Name of the schema that the entry claims to follow. */
  schema: z.string().min(1).max(50),
  /** What `docZip` holds, in base64: gzip, or anything else. */
  content: z.base64(),
});

/** What one request loads: notes of suppliers, NFS-e of providers, ready documents, and raw bytes. */
const load = z.strictObject({
  environment,
  notes: z.array(noteOrder).max(10_000).default([]),
  nfse: z.array(serviceOrder).max(10_000).default([]),
  xml: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  /** The taxpayers into whose queues ready documents go, whatever the documents say. */
  taxIds: z.array(taxId).default([]),
  raw: z.union([rawOrder.transform((one) => [one]), z.array(rawOrder)]).default([]),
});

/** The routes about distribution: load documents, show a queue, list the questions that taxpayers asked, and end a wait. */
export function distributionRoutes(authority: TaxAuthority): ControlRoute[] {
  const path = pattern('/distribution');
  return [
    { method: 'POST', path, handle: ({ body }) => loaded(load.parse(body), authority) },
    { method: 'GET', path, handle: ({ query }) => queue(query, authority) },
    {
      method: 'DELETE',
      path: pattern('/distribution/wait'),
      handle({ query }) {
        authority.pace.forgive(query.get('taxId') ?? undefined);
        return {};
      },
    },
    ...questionRoutes(authority),
  ];
}

function questionRoutes({ questions }: TaxAuthority): ControlRoute[] {
  const path = pattern('/distribution/questions');
  return [
    {
      method: 'GET',
      path,
      handle: ({ query }) =>
        questions.about({
          taxId: query.get('taxId'),
          source: query.get('source'),
          environment: query.get('environment'),
        }),
    },
    {
      method: 'DELETE',
      path,
      handle() {
        questions.clear();
        return [];
      },
    },
  ];
}

async function loaded(order: z.infer<typeof load>, authority: TaxAuthority): Promise<object> {
  const { taxIds } = order;
  const { register, nfse, clock } = authority;
  const chNFe: string[] = [];
  const chNFSe: string[] = [];
  const queues = grownBy(() => {
    for (const note of order.notes) chNFe.push(...loadNotes(note, order.environment, authority));
    for (const service of order.nfse) chNFSe.push(...loadServices(service, order.environment, authority));
    for (const xml of order.xml) loadXml(xml, taxIds, order.environment, authority);
    for (const { taxId: holder, schema, content } of order.raw) {
      const entry = { environment: order.environment, holder, schema, chNFe: null, since: timestamp(clock.now()) };
      register.addRaw(entry, Buffer.from(content, 'base64'));
    }
  }, authority);
  await Promise.all([register.settled(), nfse.register.settled()]);
  return { notes: chNFe.map((key) => ({ chNFe: key })), nfse: chNFSe.map((key) => ({ chNFSe: key })), queues };
}

function queue(query: URLSearchParams, { register, nfse }: TaxAuthority): object[] {
  const holder = taxId.parse(query.get('taxId'));
  const inEnvironment: Environment = query.get('environment') === '1' ? 1 : 2;
  if (query.get('source') !== 'nfse') return register.distributed(inEnvironment, holder).map(described);
  return nfse.register.distributed(inEnvironment, holder).map((record, index) => ({
    nsu: index + 1,
    kind: record.kind,
    chNFSe: record.chNFSe,
    since: record.dhProc,
    ...(record.kind === 'event' && { tpEvento: record.tpEvento }),
  }));
}

function described({ nsu, chNFe, what, since }: Entry): object {
  const [kind] = (['summary', 'note', 'event', 'raw'] as const).filter((one) => one in what);
  return {
    nsu,
    kind,
    schema: schemaOf(what),
    chNFe,
    since,
    ...('event' in what && { tpEvento: what.event.tpEvento }),
  };
}

/** The entries that a taxpayer's queue gained: their first and last NSU. */
type Growth = { source: 'nfe' | 'nfse'; environment: number; taxId: string; firstNsu: number; lastNsu: number };

/** Runs `work`, and returns by how much each queue of both distributions grew. */
function grownBy(work: () => void, { register, nfse }: Pick<TaxAuthority, 'register' | 'nfse'>): Growth[] {
  const sources = [
    { source: 'nfe' as const, sizes: (): ReadonlyMap<string, number> => register.queueSizes() },
    { source: 'nfse' as const, sizes: (): ReadonlyMap<string, number> => nfse.register.queueSizes() },
  ].map((one) => ({ ...one, before: one.sizes() }));
  work();
  return sources.flatMap(({ source, sizes, before }) =>
    [...sizes()].flatMap(([key, lastNsu]) => {
      const known = before.get(key) ?? 0;
      const [environment, taxId = ''] = key.split('/');
      return lastNsu > known ? [{ source, environment: Number(environment), taxId, firstNsu: known + 1, lastNsu }] : [];
    }),
  );
}
