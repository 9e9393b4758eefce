import { expect, test } from 'vitest';
import { faultInWords, faultKindOf } from '../../../adapters/mutual-tls/fault-in-words.ts';
import { WireFault, wireReasons } from '../../../adapters/mutual-tls/wire-fault.ts';
import { authorityNames } from '../../../domain/authority-names.ts';

const host = 'nfe.fazenda.example';

test.each(wireReasons)('%s: an answer is lost, and is asked for, only where the message went out', (reason) => {
  const [unsent, sent] = [false, true].map((isSent) => new WireFault(reason, isSent, { host, status: 500 }));
  const words = faultInWords(unsent!, authorityNames.SEFAZ);
  expect(words).not.toMatch(/resposta|respondeu a tempo/);
  expect(faultKindOf(unsent!)).not.toBe('unanswered');
  if (faultKindOf(sent!) === 'unanswered') expect(faultInWords(sent!, authorityNames.SEFAZ)).not.toContain('não saiu');
});

test.each(['refused', 'reset', 'timeout', 'cancelled'] as const)('%s without a byte written says so', (reason) => {
  const fault = new WireFault(reason, false, { host });
  expect(faultInWords(fault, authorityNames.SEFAZ)).toBe(`Sem conexão com ${host}; a mensagem não saiu.`);
});
