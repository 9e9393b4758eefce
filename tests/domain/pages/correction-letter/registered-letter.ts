import { sampleKey } from '../danfe/authorized-xml.ts';

/** The procEventoNFe of a correction letter about the sample note, without its signature. */
export function registeredLetter(correction = 'Onde se lê Rua A, leia-se Rua B'): string {
  const text = correction.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const key = sampleKey();
  const detail = `<descEvento>Carta de Correcao</descEvento><xCorrecao>${text}</xCorrecao><xCondUso>literal</xCondUso>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?><procEventoNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00">' +
    `<evento versao="1.00"><infEvento Id="ID110110${key}02"><chNFe>${key}</chNFe>` +
    '<dhEvento>2026-11-21T15:02:00-03:00</dhEvento><tpEvento>110110</tpEvento><nSeqEvento>2</nSeqEvento>' +
    `<detEvento versao="1.00">${detail}</detEvento></infEvento></evento>` +
    '<retEvento versao="1.00"><infEvento><cStat>135</cStat><xMotivo>Evento registrado e vinculado a NF-e</xMotivo>' +
    '<dhRegEvento>2026-11-21T15:02:01-03:00</dhRegEvento><nProt>135260000000077</nProt></infEvento></retEvento>' +
    '</procEventoNFe>'
  );
}
