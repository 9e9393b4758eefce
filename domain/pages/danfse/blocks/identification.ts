import { textOf } from '../../../xml/reader.ts';
import { merged, type Block, stack } from '../../html/block.ts';
import { dayAndTime, day } from '../../../moments.ts';
import { placedText } from '../../html/placed-text.ts';
import { qrCode } from '../../html/qr-code.ts';
import { form } from '../drawing/form.ts';
import { type Field, row } from '../drawing/row.ts';
import type { ServiceNote } from '../service-note.ts';
import { meaningOf } from '../words.ts';

/** Where anybody may look a note up (2.4.3); one of the restricted production is known only to its own page. */
const lookUpAt = {
  production: 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
  restricted: 'https://www.producaorestrita.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
};
/** At least 1.52 cm, of which a browser's rounding must not take any. */
const qrCodeAt = { sizeCm: 1.6, style: 'left:17.48cm;top:1.67cm' };
const captionAt = { leftCm: 15.8, topCm: 3.36, widthCm: 4.72 };
const caption = [
  'A autenticidade desta NFS-e pode ser verificada',
  'pela leitura deste código QR ou pela consulta da',
  'chave de acesso no portal nacional da NFS-e',
];

/** Which note this is, and the QR code that leads to it; fields have capitals for labels (2.4.2), and leave the last column to the code. */
export function identification({ infNFSe, infDPS, accessKey, isHomologation }: ServiceNote): Block {
  const { heightCm, draw } = stack([
    fields([{ label: 'CHAVE DE ACESSO DA NFS-e', text: accessKey, column: 0 }], form.keyRowCm),
    fields([
      { label: 'NÚMERO DA NFS-e', text: textOf(infNFSe, 'nNFSe'), column: 0 },
      { label: 'COMPETÊNCIA DA NFS-e', text: day(textOf(infDPS, 'dCompet')), column: 1 },
      { label: 'DATA E HORA DA EMISSÃO DA NFS-e', text: dayAndTime(textOf(infNFSe, 'dhProc')), column: 2 },
    ]),
    fields([
      { label: 'NÚMERO DA DPS', text: textOf(infDPS, 'nDPS'), column: 0 },
      { label: 'SÉRIE DA DPS', text: textOf(infDPS, 'serie'), column: 1 },
      { label: 'DATA E HORA DA EMISSÃO DA DPS', text: dayAndTime(textOf(infDPS, 'dhEmi')), column: 2 },
    ]),
    fields([
      { label: 'EMITENTE DA NFS-e', text: meaningOf('tpEmit', textOf(infDPS, 'tpEmit')), column: 0, isShaded: true },
      { label: 'SITUAÇÃO DA NFS-e', text: meaningOf('cStat', textOf(infNFSe, 'cStat')), column: 1 },
      { label: 'FINALIDADE', text: meaningOf('finNFSe', textOf(infDPS, 'IBSCBS', 'finNFSe')), column: 2 },
    ]),
  ]);
  const address = isHomologation ? lookUpAt.restricted : lookUpAt.production;
  const code = {
    content: [qrCode(`${address}${accessKey}`, qrCodeAt), placedText('small center', captionAt, caption)],
    rules: '',
    hairlines: '',
  };
  return { heightCm, draw: (topCm) => merged([draw(topCm), code]) };
}

/** Rows of the identification stop before the code's column. */
function fields(content: readonly Field[], heightCm: number = form.mainRowCm): Block {
  return row(content, { heightCm, kind: 'main field', columns: 3 });
}
