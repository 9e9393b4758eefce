import { textOf } from '../../../xml/reader.ts';
import type { Drawing } from '../../html/block.ts';
import { fitText } from '../../html/fit-text.ts';
import { html } from '../../html/markup.ts';
import { placedText } from '../../html/placed-text.ts';
import { horizontal, rectangle } from '../../html/svg-path.ts';
import { columnLeftCm, family, form, headingPt, innerWidthCm } from '../drawing/form.ts';
import { municipality } from '../places.ts';
import type { ServiceNote } from '../service-note.ts';
import { absent } from '../values.ts';
import { meaningOf } from '../words.ts';

const headings = ['DANFSe v2.0', 'Documento Auxiliar da NFS-e'];
/** Services that ISS is not due on (LC 116/2003 has no item 99) are of no municipality. */
const ofNoMunicipality = /^99/;
const lineCm = 0.353;

/** The frame, what the paper is, and where the note comes from. The official logo is an image whose licence is not known: words stand for it. */
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
  const words = `Município: ${municipality(note, textOf(note.infDPS, 'cLocEmi')) ?? absent}`;
  return fitText(words, innerWidthCm(3), { largestPt: headingPt, smallestPt: headingPt, maxLines: 2, family }).lines;
}
