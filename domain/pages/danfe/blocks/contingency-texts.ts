import { textOf } from '../../../xml/reader.ts';
import { dayAndTime } from '../../../moments.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { secondBarcode } from '../second-barcode.ts';

/**
 * What a sheet printed in contingency must say (MOC 7.0 Anexo II), and of every note issued so since when and why (Ajuste SINIEF 07/05,
 * clause 11). The sheet of a note that an EPEC announced is a usual one once the note itself is authorized.
 */
export function contingencyTexts({ infNFe, protocol }: AuthorizedNote): string[] {
  const since = textOf(infNFe, 'ide', 'dhCont');
  const reason = textOf(infNFe, 'ide', 'xJust');
  return [
    ...(protocol.isOfEpec
      ? ['DANFE impresso em contingência - EPEC regularmente recebida pela Receita Federal do Brasil']
      : []),
    // The field of the protocol has the figures of the second barcode.
    ...(secondBarcode(infNFe)
      ? [
          'DANFE em Contingência - impresso em decorrência de problemas técnicos',
          `Protocolo de autorização de uso: ${protocol.number} - ${dayAndTime(protocol.at)}`,
        ]
      : []),
    ...(since ? [`Entrada em contingência: ${dayAndTime(since)} - ${reason ?? ''}`] : []),
  ];
}
