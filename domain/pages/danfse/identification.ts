import type { DanfeOptions } from '../danfe/danfe.ts';
import { day, dayAndTime } from '../../moments.ts';
import { textOf } from '../../xml/reader.ts';
import { qrCode } from '../html/barcodes.ts';
import { type Block, type Drawing, horizontal, merged, placedText, rectangle, stack } from '../html/drawing.ts';
import { html } from '../html/markup.ts';
import { fitText } from '../html/text.ts';
import { columnLeftCm, family, type DanfseField, form, municipalityPt, innerWidthCm, row } from './form.ts';
import { municipalityWithState, type ServiceNote } from './service-note.ts';
import { absent, meaningOf } from './words.ts';

const headings = ['DANFSe v2.0', 'Documento Auxiliar da NFS-e'];
/** Codes of services outside ISS (item 99, which LC 116/2003 does not have): they belong to no municipality. */
const ofNoMunicipality = /^99/;
const lineCm = 0.353;

/** The frame, the title of the paper, and who issued the note. Words stand in place of the official logo, an image whose licence is not known. */
export function heading(note: ServiceNote): Drawing {
  const { frame, headBottomCm } = form;
  const warnings = note.isHomologation ? 1 : 0;
  const headingTop = (frame.topCm + headBottomCm - (headings.length + warnings) * lineCm) / 2;
  const middle = { leftCm: columnLeftCm(1), widthCm: innerWidthCm(1, 2) };
  const right = columnLeftCm(3);
  const warningTop = headingTop + headings.length * lineCm;
  return {
    content: [
      html`<div class="frame"></div>`,
      placedText('brand', { leftCm: 0.49, topCm: 0.38 }, ['NFS-e']),
      placedText('small', { leftCm: 0.51, topCm: 1.02 }, ['Nota Fiscal de Serviço eletrônica']),
      placedText('heading', { ...middle, topCm: headingTop }, headings),
      ...(note.isHomologation
        ? [placedText('heading warning', { ...middle, topCm: warningTop }, ['NFS-e SEM VALIDADE JURÍDICA'])]
        : []),
      placedText('municipality', { leftCm: right, topCm: 0.29 }, municipalityLines(note)),
      placedText('small', { leftCm: right, topCm: 0.97 }, [
        `Ambiente Gerador: ${meaningOf('ambGer', textOf(note.infNFSe, 'ambGer')) ?? absent}`,
        `Tipo de Ambiente: ${meaningOf('tpAmb', textOf(note.infDPS, 'tpAmb')) ?? absent}`,
      ]),
    ],
    rules: horizontal(frame.leftCm, headBottomCm, frame.rightCm - frame.leftCm),
    hairlines: '',
    shades: rectangle(frame.leftCm, frame.topCm, frame.rightCm - frame.leftCm, headBottomCm - frame.topCm),
  };
}

function municipalityLines(note: ServiceNote): string[] {
  if (ofNoMunicipality.test(textOf(note.infDPS, 'serv', 'cServ', 'cTribNac') ?? '')) return [];
  const words = `Município: ${municipalityWithState(note, textOf(note.infDPS, 'cLocEmi')) ?? absent}`;
  return fitText(words, innerWidthCm(3), { largestPt: municipalityPt, smallestPt: municipalityPt, maxLines: 2, family })
    .lines;
}

/** Where anybody can look up a note (2.4.3); a note of the restricted production can be found only on the page of that environment. */
const lookUpAt = {
  production: 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
  restricted: 'https://www.producaorestrita.nfse.gov.br/ConsultaPublica/?tpc=1&chave=',
};
/** The least size is 1.52 cm; this is more, so that a browser's rounding does not go below it. */
const qrCodeAt = { sizeCm: 1.6, style: 'left:17.48cm;top:1.67cm' };
const captionAt = { leftCm: 15.8, topCm: 3.36, widthCm: 4.72 };
const caption = [
  'A autenticidade desta NFS-e pode ser verificada',
  'pela leitura deste código QR ou pela consulta da',
  'chave de acesso no portal nacional da NFS-e',
];

/**
 * Key, numbers and situation of the note, which an event may have changed, and the QR code that leads to it. Labels are in capitals here (2.4.2), and
 * the last column is left to the code.
 */
export function identification(
  { infNFSe, infDPS, accessKey, isHomologation }: ServiceNote,
  cancelled: DanfeOptions['cancelled'],
): Block {
  const ended = cancelled && (cancelled.isReplaced ? 'NFS-e Substituída' : 'NFS-e Cancelada');
  const situation = ended ?? meaningOf('cStat', textOf(infNFSe, 'cStat'));
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
      { label: 'SITUAÇÃO DA NFS-e', text: situation, column: 1 },
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

/** A row of the identification, which ends before the column of the code. */
function fields(content: readonly DanfseField[], heightCm: number = form.mainRowCm): Block {
  return row(content, { heightCm, kind: 'main field', columns: 3 });
}
