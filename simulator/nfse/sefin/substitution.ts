import { timestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import { child, textOf } from '../../xml/element.ts';
import { writeElement } from '../../xml/writer.ts';
import { namespace } from '../form-check.ts';
import type { NfseCall } from '../operation.ts';
import type { Packed } from '../packed.ts';
import type { NfseEntry, NfseNote } from '../records.ts';
import { application } from './body.ts';
import { generateEvent } from './event.ts';

/** The event (105102) by which SEFIN itself ends the note that a DPS substitutes; none when it substitutes nothing. */
export function substitutionOf(
  dps: Packed,
  substitute: NfseNote,
  call: NfseCall,
  authority: TaxAuthority,
): NfseEntry[] {
  const infDPS = child(dps.root, 'infDPS');
  const subst = child(infDPS, 'subst');
  const chNFSe = textOf(subst, 'chSubstda');
  if (chNFSe === undefined) return [];
  const tpEvento = '105102';
  const infPedReg = {
    '@Id': `PRE${chNFSe}${tpEvento}`,
    tpAmb: call.environment,
    verAplic: application,
    dhEvento: timestamp(call.at),
    CNPJAutor: textOf(infDPS, 'prest', 'CNPJ'),
    CPFAutor: textOf(infDPS, 'prest', 'CPF'),
    chNFSe,
    [`e${tpEvento}`]: {
      xDesc: 'Cancelamento de NFS-e por Substituição',
      cMotivo: textOf(subst, 'cMotivo'),
      xMotivo: textOf(subst, 'xMotivo'),
      chSubstituta: substitute.chNFSe,
    },
  };
  const request = writeElement('pedRegEvento', { '@xmlns': namespace, '@versao': '1.01', infPedReg });
  return [generateEvent({ request, chNFSe, tpEvento, after: 1 }, call, authority)];
}
