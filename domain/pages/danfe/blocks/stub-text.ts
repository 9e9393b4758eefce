import { textOf } from '../../../xml/reader.ts';
import { numberMask, seriesMask } from '../../../masks.ts';
import { day } from '../../../moments.ts';
import { money } from '../../html/numbers.ts';
import type { AuthorizedNote } from '../authorized-note.ts';

/** What the recipient signs for. */
export function stubWords({ infNFe }: AuthorizedNote): string {
  const issuer = textOf(infNFe, 'emit', 'xNome') ?? '';
  const recipient = textOf(infNFe, 'dest', 'xNome') ?? '';
  return (
    `RECEBEMOS DE ${issuer} OS PRODUTOS/SERVIÇOS CONSTANTES DA NOTA FISCAL INDICADA AO LADO. EMISSÃO: ` +
    `${day(textOf(infNFe, 'ide', 'dhEmi'))} VALOR TOTAL: R$ ${money(textOf(infNFe, 'total', 'ICMSTot', 'vNF'))} ` +
    `DESTINATÁRIO: ${recipient}`
  );
}

/** The note that the stub belongs to, line by line. */
export function stubNumber({ infNFe }: AuthorizedNote): string[] {
  return [
    'NF-e',
    `Nº ${numberMask(textOf(infNFe, 'ide', 'nNF'))}`,
    `SÉRIE ${seriesMask(textOf(infNFe, 'ide', 'serie'))}`,
  ];
}
