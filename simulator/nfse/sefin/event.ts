import { timestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import { writeElement } from '../../xml/writer.ts';
import { digits } from '../key.ts';
import { namespace } from '../form-check.ts';
import type { NfseCall } from '../operation.ts';
import type { NfseEvent } from '../records.ts';
import { sealed } from '../seal.ts';
import { application } from './body.ts';

/** An event's request: the element as text, the key of its note and its type. `after` counts documents generated in the same commit. */
type Requested = { request: string; chNFSe: string; tpEvento: string; after?: number };

/** The event that SEFIN registers for a request, and its record. Each type that SEFIN takes happens only once to a note. */
export function generateEvent(
  { request, chNFSe, tpEvento, after = 0 }: Requested,
  { environment, at }: Pick<NfseCall, 'environment' | 'at'>,
  { nfse: { register, seal } }: Pick<TaxAuthority, 'nfse'>,
): { record: NfseEvent; xml: string } {
  const nSeqEvento = 1;
  const record: NfseEvent = {
    kind: 'event',
    environment,
    chNFSe,
    id: `EVT${chNFSe}${tpEvento}${digits(nSeqEvento, 3)}`,
    tpEvento,
    nSeqEvento,
    nDFSe: register.nextDocument(environment) + after,
    dhProc: timestamp(at),
  };
  const { id, nDFSe, dhProc } = record;
  const content = { '@Id': id, verAplic: application, ambGer: 2, nSeqEvento, dhProc, nDFSe };
  const event = writeElement(
    'evento',
    { '@xmlns': namespace, '@versao': '1.01' },
    writeElement('infEvento', content, request),
  );
  return { record, xml: sealed(event, 'infEvento', seal) };
}
