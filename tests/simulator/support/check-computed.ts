import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { buildNfe } from '../../../domain/nfe/build-nfe.ts';
import { readNote } from '../../../simulator/rules/note.ts';
import { publishedEndpoints } from '../../../simulator/transport/endpoints.ts';
import { readXml } from '../../../simulator/xml/element.ts';
import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import { identity } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { unchosenBreaches } from './unchosen-breaches.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const { host, pathname } = new URL(endpoints.model55.SP.homologation.NfeAutorizacao);
const endpoint = publishedEndpoints().get(`${host}${pathname}`.toLowerCase())!;
const validator = officialValidator('nfe');
const signer = makeSigner();

/** The answer of São Paulo's authority to a computed NF-e: the schema's fault, or the code of the first broken rule; undefined if there is none. */
export async function checkComputed(note: ComputedNote, at: Date): Promise<number | string | undefined> {
  const { xml } = buildNfe(note, { ...identity, issuedAt: at }, { signer, csc: null });
  const [fault] = validator.validate('nfe_v4.00.xsd', xml);
  if (fault) return JSON.stringify(fault);
  const read = readNote(readXml(xml));
  return read && unchosenBreaches(read, { endpoint, at })[0];
}
