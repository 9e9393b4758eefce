import { z } from 'zod';
import { documentTypes, models } from '../document-types.ts';
import { type DocumentFacts, type GoodsLine, type ServiceLine, taxKinds } from './facts.ts';
import type { ClosingTotals, SeriesNumbers } from './summary.ts';

export const memberKinds = ['XML', 'PDF', 'EVENT', 'INUTILIZATION', 'MANIFEST'] as const;
/** What kind of file a member of a closing's ZIP is. `MANIFEST`: one of the three files that describe the others. */
export type MemberKind = (typeof memberKinds)[number];

/** Version of the manifest's form; a new field does not change it. */
export const manifestVersion = 1;

const money = z
  .string()
  .regex(/^-?[0-9]+\.[0-9]{2}$/)
  .meta({ id: 'Money', description: 'Reais, 2 decimals.' });
const rate = z
  .string()
  .regex(/^[0-9]+\.[0-9]{4}$/)
  .meta({ id: 'Rate', description: 'Percent, 4 decimals.' });
const moment = z.iso.datetime({ offset: true }).meta({ id: 'Moment', description: 'Brasília time, to the second.' });
const count = z.int().min(0);
const number = z.int().min(1).max(999_999_999);
const series = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const type = z.enum(documentTypes);
const id = z.uuid().meta({ id: 'Id' });
const names = z.array(z.string()).meta({ description: 'Paths in the ZIP.' });

const taxes = z
  .partialRecord(z.enum(taxKinds), money)
  .meta({ id: 'TaxesByKind', description: 'A tax that is not charged is absent.' });

const sums = {
  operationValue: money,
  icmsBase: money,
  icms: money,
  stBase: money,
  st: money,
  fcp: money,
  fcpSt: money,
  ipi: money,
  pisBase: money,
  pis: money,
  cofinsBase: money,
  cofins: money,
  ibsCbsBase: money,
  ibs: money,
  cbs: money,
};

const goodsLine = z
  .object({
    cfop: z.string(),
    origin: z.string().nullable(),
    cst: z.string().nullable().meta({ description: 'CST (2 digits) or CSOSN (3); null on a note without ICMS.' }),
    rate,
    pisCst: z.string().nullable(),
    cofinsCst: z.string().nullable(),
    ibsCbsCst: z.string().nullable(),
    classification: z.string().nullable().meta({ description: 'cClassTrib.' }),
    ...sums,
  })
  .meta({
    id: 'GoodsLine',
    description: 'Items of one CFOP, CST and rate, as register C190.',
  }) satisfies z.ZodType<GoodsLine>;

const serviceLine = z
  .object({
    serviceCode: z.string(),
    operationValue: money,
    issBase: money,
    issRate: rate.nullable(),
    iss: money,
    issWithheld: money,
    pisCofinsCst: z.string().nullable(),
    pisCofinsBase: money,
    pis: money,
    cofins: money,
    ibsCbsCst: z.string().nullable(),
    classification: z.string().nullable(),
    ibsCbsBase: money,
    ibs: money,
    cbs: money,
  })
  .meta({ id: 'ServiceLine' }) satisfies z.ZodType<ServiceLine>;

const facts = z.object({
  documentId: id,
  type,
  accessKey: z.string().regex(/^([0-9A-Z]{44}|[0-9A-Z]{50})$/),
  series,
  number,
  nfseNumber: z.string().nullable(),
  status: z.enum(['AUTHORIZED', 'CANCELLED']),
  issuedAt: moment,
  authorizedAt: moment.nullable(),
  cancelledAt: moment.nullable(),
  protocol: z.string().nullable(),
  recipient: z.object({ taxId: z.string().nullable(), name: z.string() }).nullable(),
  totalValue: money,
  taxes,
  goods: z.array(goodsLine),
  services: z.array(serviceLine),
  pdfMissing: z.string().nullable().meta({ description: 'In Portuguese, why a PDF that was asked for is not there.' }),
}) satisfies z.ZodType<DocumentFacts>;

/** A document in the manifest, with the names of its own files and those of its events. */
const manifestDocumentSchema = facts.extend({ files: names }).meta({ id: 'Document' });
export type ManifestDocument = z.infer<typeof manifestDocumentSchema>;

const inutilization = z
  .object({
    inutilizationId: id,
    model: z.enum(models),
    series,
    startNumber: number,
    endNumber: number,
    protocol: z.string().nullable(),
    inutilizedAt: moment.nullable(),
    justification: z.string(),
    files: names,
  })
  .meta({ id: 'Inutilization' });
export type ManifestInutilization = z.infer<typeof inutilization>;

const range = z.object({ startNumber: number, endNumber: number }).meta({ id: 'NumberRange' });
const proposal = z
  .object({ model: z.enum(models), series, startNumber: number, endNumber: number, justification: z.string() })
  .meta({ id: 'Proposal', description: 'A body for POST /v1/fiscal-inutilizations.' });

const seriesNumbers = z
  .object({
    type,
    series,
    previous: number.nullable().meta({ description: 'The highest number of earlier months.' }),
    first: number,
    last: number,
    authorized: count,
    cancelled: z.array(number),
    denied: z.array(number),
    inutilized: z.array(range),
    inutilizing: z.array(range),
    later: z.array(number).meta({ description: 'Numbers whose documents bear a later date.' }),
    gaps: z.array(z.object({ startNumber: number, endNumber: number, proposal: proposal.nullable() })),
    open: z.array(z.object({ number, documentId: id, status: z.string() })),
  })
  .meta({ id: 'SeriesNumbers' }) satisfies z.ZodType<SeriesNumbers>;

const counted = { count, totalValue: money };
const ofContribution = z.object({ cst: z.string(), base: money, value: money, operationValue: money });

const totals = z
  .object({
    authorized: z.object(counted),
    cancelled: z.object(counted),
    byType: z.array(z.object({ type, authorized: count, cancelled: count, totalValue: money })),
    taxes,
    byCfop: z.array(z.object({ cfop: z.string(), ...sums })),
    byCst: z.array(z.object({ origin: z.string(), cst: z.string(), cfop: z.string(), rate, ...sums })),
    byPisCst: z.array(ofContribution),
    byCofinsCst: z.array(ofContribution),
    byIbsCbsCst: z.array(
      z.object({
        cst: z.string(),
        classification: z.string(),
        base: money,
        ibs: money,
        cbs: money,
        operationValue: money,
      }),
    ),
    byService: z.array(
      z.object({
        ...{ serviceCode: z.string(), operationValue: money, issBase: money, iss: money, issWithheld: money },
        count,
      }),
    ),
    byDay: z.array(z.object({ day: z.int().min(1).max(31), ...counted })),
  })
  .meta({ id: 'Totals', description: 'Sums of authorized documents.' }) satisfies z.ZodType<ClosingTotals>;

/** A file of the ZIP in the manifest, which does not list itself. */
const manifestFileSchema = z
  .object({
    name: z.string(),
    kind: z.enum(memberKinds),
    size: count,
    sha256,
    accessKey: z.string().nullable().meta({ description: 'Of the document it belongs to.' }),
  })
  .meta({ id: 'File' });
export type ManifestFile = z.infer<typeof manifestFileSchema>;

/** The part of the manifest before the lists. */
const manifestHeadSchema = z.object({
  version: z.literal(manifestVersion),
  generator: z.string(),
  closingId: id,
  year: z.int(),
  month: z.int().min(1).max(12),
  includeXml: z.boolean(),
  includePdf: z.boolean(),
  asOf: moment,
  reconciledOn: moment.nullable().optional().meta({
    description:
      'When the numbers of the month were last compared with what the authorities have of them; null where they never were. Absent in older closings.',
  }),
  openDifferences: count
    .nullable()
    .optional()
    .meta({ description: 'How many differences of that comparison are open.' }),
  company: z.object({ id, taxId: z.string(), name: z.string() }),
  office: z.object({ taxId: z.string(), name: z.string() }),
});

/** The whole `manifesto.json`. Readers must accept fields that they do not know. */
export const manifestSchema = manifestHeadSchema
  .extend({
    totals,
    numbering: z.array(seriesNumbers),
    inutilizations: z.array(inutilization),
    documents: z.array(manifestDocumentSchema),
    files: z.array(manifestFileSchema),
  })
  .meta({ title: 'manifesto.json', description: 'What a closing of Lavra holds, and proof that nothing is missing.' });
export type Manifest = z.infer<typeof manifestSchema>;

/** The form of the manifest as JSON Schema, as in `docs/manifesto.schema.json`. */
export function manifestJsonSchema(): object {
  return z.toJSONSchema(manifestSchema, { io: 'input' });
}
