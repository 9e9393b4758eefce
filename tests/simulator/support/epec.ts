import type { A1Certificate } from '../../../simulator/certificates/a1.ts';
import { nationalUrl } from './events.ts';
import type { NoteOptions, SignedNote } from './note.ts';
import { signedNote } from './note.ts';
import type { EventOptions } from './requests.ts';

/** A signed note of the company in contingency by EPEC (tpEmis 4), as it is sent to its state later. */
export function announcedNote(certificate: A1Certificate, options: NoteOptions = {}): SignedNote {
  const contingency = [
    ['<tpEmis>1', '<tpEmis>4'],
    [/(<dhEmi>([^<]+).*<\/verProc>)/, '$1<dhCont>$2</dhCont><xJust>Autorizadora sem resposta</xJust>'],
  ] as const;
  return signedNote(certificate, { ...options, edits: [...contingency, ...(options.edits ?? [])] });
}

/** The EPEC of a note, with the fields of that note. */
export function notice({ chNFe, xml }: SignedNote): EventOptions & { url: string } {
  const text = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? '';
  const detail =
    `<descEvento>EPEC</descEvento><cOrgaoAutor>${chNFe.slice(0, 2)}</cOrgaoAutor><tpAutor>1</tpAutor>` +
    `<verAplic>teste 1.0</verAplic><dhEmi>${text(/<dhEmi>([^<]+)/)}</dhEmi><tpNF>${text(/<tpNF>(\d)/)}</tpNF>` +
    `<IE>${text(/<emit>.*<IE>(\d+)/)}</IE><dest><UF>${text(/<enderDest>.*<UF>(\w+)/)}</UF>` +
    `<CPF>${text(/<dest><CPF>(\d+)/)}</CPF><vNF>${text(/<vNF>([\d.]+)/)}</vNF>` +
    `<vICMS>${text(/<vICMS>([\d.]+)/)}</vICMS><vST>${text(/<vST>([\d.]+)/)}</vST></dest>`;
  return { chNFe, tpEvento: '110140', cOrgao: '91', detail, url: nationalUrl };
}

/** The same EPEC with a changed text. */
export function edited(
  event: EventOptions & { url: string },
  ...edits: readonly (readonly [string | RegExp, string])[]
): EventOptions & { url: string } {
  const detail = edits.reduce((text, [from, to]) => text.replace(from, to), event.detail);
  if (detail === event.detail) throw new Error('nothing was changed');
  return { ...event, detail };
}
