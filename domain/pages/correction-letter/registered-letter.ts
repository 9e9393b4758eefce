import { child, readXml, textOf } from '../../xml/reader.ts';

/** What a registered letter (`procEventoNFe`) says; moments as they are written, with their offset. */
export type RegisteredLetter = {
  sequence: string;
  at: string;
  correction: string;
  protocol: string;
  registeredAt: string;
  /** The authority's judgement, cStat and words. */
  judgement: string;
};

/**
 * @throws XmlRefused
 * @throws TypeError where it is not a `procEventoNFe` of a correction letter: only what was registered is ever printed
 */
export function readRegisteredLetter(procEventoNFe: string): RegisteredLetter {
  const root = readXml(procEventoNFe);
  const event = child(root, 'evento', 'infEvento');
  const result = child(root, 'retEvento', 'infEvento');
  const correction = event && textOf(event, 'detEvento', 'xCorrecao');
  if (!correction || !result) throw new TypeError('A letter is printed from the procEventoNFe of a correction letter');
  return {
    sequence: textOf(event, 'nSeqEvento') ?? '',
    at: textOf(event, 'dhEvento') ?? '',
    correction,
    protocol: textOf(result, 'nProt') ?? '',
    registeredAt: textOf(result, 'dhRegEvento') ?? '',
    judgement: [textOf(result, 'cStat'), textOf(result, 'xMotivo')].filter(Boolean).join(' - '),
  };
}
