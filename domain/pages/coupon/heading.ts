import { child, textOf, type XmlElement } from '../../xml/reader.ts';
import { street, taxIdOf } from '../html/addresses.ts';
import { html } from '../html/markup.ts';
import { postalCodeMask, taxIdMask } from '../../masks.ts';
import { at } from '../html/svg-path.ts';
import type { ConsumerNote } from './consumer-note.ts';
import { paragraph, roll, type Strip } from './strip.ts';

const logoCm = 1.6;
const gapCm = 0.2;

/** Division I: who sells, and what this paper is; `logo` stands to the left. */
export function heading({ infNFe }: ConsumerNote, logo: string | undefined): Strip[] {
  const emit = child(infNFe, 'emit');
  const address = emit && child(emit, 'enderEmit');
  const widthCm = logo ? roll.printCm - logoCm - gapCm : roll.printCm;
  const center = { align: 'center', widthCm } as const;
  const lines = [
    ...paragraph(emit && textOf(emit, 'xNome'), { ...center, weight: 'bold' }),
    ...paragraph(`CNPJ: ${taxIdMask(taxIdOf(emit))} IE: ${(emit && textOf(emit, 'IE')) ?? ''}`, center),
    ...paragraph(addressLine(address), center),
  ];
  const title = 'Documento Auxiliar da Nota Fiscal de Consumidor Eletrônica';
  return [
    ...(logo ? [besideLogo(lines, logo, widthCm)] : lines),
    ...paragraph(title, { align: 'center', weight: 'bold' }),
  ];
}

function besideLogo(lines: Strip[], logo: string, widthCm: number): Strip {
  const linesCm = lines.reduce((height, strip) => height + strip.heightCm, 0);
  const heightCm = Math.max(linesCm, logoCm);
  return {
    heightCm,
    content: html`<div class="logo" style="height:${at(heightCm)}cm">
      <img src="${logo}" style="width:${at(logoCm)}cm;height:${at(logoCm)}cm" />
      <div style="width:${at(widthCm)}cm">${lines.map(({ content }) => content)}</div>
    </div>`,
  };
}

/** A whole address on one line, from `enderEmit` or `enderDest`. */
export function addressLine(address: XmlElement | undefined): string {
  if (!address) return '';
  const city = [textOf(address, 'xMun'), textOf(address, 'UF')].filter(Boolean).join('/');
  const code = textOf(address, 'CEP');
  return [street(address), textOf(address, 'xBairro'), city, code && `CEP ${postalCodeMask(code)}`]
    .filter(Boolean)
    .join(', ');
}
