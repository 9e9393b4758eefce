import { expect, test } from 'vitest';
import { letterHtml } from '../../../../domain/pages/correction-letter.ts';
import { authorizedXml, sampleKey } from '../danfe/authorized-xml.ts';
import { textsOf } from '../danfe/texts-of.ts';
import { registeredLetter } from './registered-letter.ts';

test('the page says the note, the letter, its registration and its conditions of use', () => {
  const said = textsOf(letterHtml(authorizedXml(), registeredLetter('Leia-se Rua B & Cia <1>')));
  expect(said).toEqual(
    expect.arrayContaining([
      'CARTA DE CORREÇÃO ELETRÔNICA',
      sampleKey().replace(/(.{4})(?=.)/g, '$1 '),
      '000.001.234',
      'Leia-se Rua B & Cia <1>',
      '135260000000077 - 21/11/2026 15:02:01',
      '135 - Evento registrado e vinculado a NF-e',
      expect.stringMatching(
        /^A Carta de Correção é disciplinada pelo § 1º-A .* III - a data de emissão ou de saída\.$/,
      ),
    ]),
  );
});

test('a note of homologation and a cancelled note are marked', () => {
  const marks = ['NF-e CANCELADA', 'SEM VALOR FISCAL'];
  const plain = textsOf(letterHtml(authorizedXml(), registeredLetter()));
  expect(plain.filter((text) => marks.includes(text))).toEqual([]);
  const marked = textsOf(letterHtml(authorizedXml({ environment: '2' }), registeredLetter(), { isCancelled: true }));
  expect(marked.filter((text) => marks.includes(text))).toEqual(marks);
});

test('only a registered letter is printed', () => {
  expect(() => letterHtml(authorizedXml(), authorizedXml())).toThrow(TypeError);
  const cancellation = registeredLetter().replace(/<xCorrecao>.*<\/xCondUso>/, '');
  expect(() => letterHtml(authorizedXml(), cancellation)).toThrow(TypeError);
});
