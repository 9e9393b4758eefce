import { timestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import { writeElement } from '../../xml/writer.ts';
import { namespace } from '../form-check.ts';
import type { NfseEntry, NfseNote } from '../records.ts';
import { application } from './body.ts';
import { generateEvent } from './event.ts';

/** Ends of a note that come to pass without a message of its issuer's program: on the portal, or by the city itself. */
export const endsElsewhere = ['101101', '305101'] as const;
export type EndElsewhere = (typeof endsElsewhere)[number];

const details = {
  '101101': { xDesc: 'Cancelamento de NFS-e', cMotivo: 1, xMotivo: 'Cancelada pelo emitente no portal' },
  '305101': {
    xDesc: 'Cancelamento de NFS-e por Ofício',
    CPFAgTrib: '12345678909',
    nProcAdm: '1',
    xProcAdm: 'Cancelada pela administração tributária',
  },
} as const;

/** The event by which a note ends elsewhere. */
export function endElsewhere(
  note: NfseNote,
  tpEvento: EndElsewhere,
  authority: Pick<TaxAuthority, 'clock' | 'nfse'>,
): NfseEntry {
  const { chNFSe, environment, issuer } = note;
  const at = authority.clock.now();
  const infPedReg = {
    '@Id': `PRE${chNFSe}${tpEvento}`,
    tpAmb: environment,
    verAplic: application,
    dhEvento: timestamp(at),
    [issuer.length === 11 ? 'CPFAutor' : 'CNPJAutor']: issuer,
    chNFSe,
    [`e${tpEvento}`]: details[tpEvento],
  };
  const request = writeElement('pedRegEvento', { '@xmlns': namespace, '@versao': '1.01', infPedReg });
  return generateEvent({ request, chNFSe, tpEvento }, { environment, at }, authority);
}
