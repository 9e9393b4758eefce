import { cnpjOf } from '../support/samples/tax-ids.ts';
import type { Deployment } from '../support/servers/deployment.ts';

/** What a company's row about a note is to be in the end. */
export type Expected = {
  accessKey: string;
  schemaType: 'RES_NFE' | 'PROC_NFE' | 'NFSE';
  status: 'AUTHORIZED' | 'CANCELLED';
  role: 'RECIPIENT' | 'TRANSPORTER';
  /** Codes of its events. */
  events: string[];
};

const supplier = { taxId: cnpjOf(33_444_555) };
const somebody = { taxId: cnpjOf(66_777_888) };

type Loaded = { notes: { chNFe: string }[]; nfse: { chNFSe: string }[] };

/**
 * Has suppliers issue notes of all kinds that concern a company: so many of goods addressed to it, and one more that is cancelled; one that
 * it only carries, with a correction letter; a service, and one that is cancelled by its city.
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
