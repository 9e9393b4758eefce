import { cnpjOf } from '../support/samples/tax-ids.ts';
import type { Deployment } from '../support/servers/deployment.ts';

/** The row about a note that a company must have in the end. */
export type Expected = {
  accessKey: string;
  schemaType: 'RES_NFE' | 'PROC_NFE' | 'NFSE';
  status: 'AUTHORIZED' | 'CANCELLED';
  role: 'RECIPIENT' | 'TRANSPORTER';
  /** Event codes of the note. */
  events: string[];
};

const supplier = { taxId: cnpjOf(33_444_555) };
const somebody = { taxId: cnpjOf(66_777_888) };

type Loaded = { notes: { chNFe: string }[]; nfse: { chNFSe: string }[] };

/**
 * Loads notes of suppliers, of all kinds that concern a company: `goods` notes addressed to it, and one more that is cancelled; one that
 * the company only carries, with a correction letter; `services` NFS-e, and one more that its city cancels.
 */
export async function supply(
  { authority }: Deployment,
  taxId: string,
  { goods = 1, services = 1 } = {},
): Promise<Expected[]> {
  const order = {
    notes: [
      { issuer: supplier, recipient: { taxId }, count: goods },
      { issuer: supplier, recipient: { taxId }, events: [{ tpEvento: '110111' }] },
      { issuer: supplier, recipient: somebody, carrier: taxId, events: [{ tpEvento: '110110' }] },
    ],
    nfse: [
      { issuer: supplier, taker: { taxId }, count: services },
      { issuer: supplier, taker: { taxId }, events: [{ tpEvento: '305101' }] },
    ],
  };
  const { notes, nfse } = await authority.control<Loaded>('POST', '/distribution', order);
  return [
    ...notes.map(({ chNFe: accessKey }, at): Expected => {
      if (at === goods + 1) return { accessKey, ...carried, events: ['110110'] };
      return { accessKey, ...addressed, ...(at === goods ? cancelledBy('110111') : standing) };
    }),
    ...nfse.map(({ chNFSe: accessKey }, at): Expected => {
      const { role } = addressed;
      return { accessKey, schemaType: 'NFSE', role, ...(at === services ? cancelledBy('305101') : standing) };
    }),
  ];
}

const addressed = { schemaType: 'RES_NFE', role: 'RECIPIENT' } as const;
const carried = { schemaType: 'PROC_NFE', role: 'TRANSPORTER', status: 'AUTHORIZED' } as const;
const standing = { status: 'AUTHORIZED', events: [] as string[] } as const;
const cancelledBy = (code: string) => ({ status: 'CANCELLED' as const, events: [code] });
