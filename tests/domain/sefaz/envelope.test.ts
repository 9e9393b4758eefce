import { expect, test } from 'vitest';
import fc from 'fast-check';
import { envelope, openEnvelope } from '../../../domain/sefaz/envelope.ts';
import { child, readXml } from '../../../domain/xml/reader.ts';

const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const service = 'http://www.portalfiscal.inf.br/nfe/wsdl/NFeStatusServico4';
const answer =
  '<retConsStatServ xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><cStat>107</cStat></retConsStatServ>';

test('a message goes into the envelope byte for byte, in the namespace of its service', () => {
  const message = "<consStatServ  xmlns='http://www.portalfiscal.inf.br/nfe'>&#233;<x/></consStatServ >";
  const text = envelope('NfeStatusServico', message);
  expect(text).toContain(`<nfeDadosMsg xmlns="${service}">${message}</nfeDadosMsg>`);
  expect(child(readXml(text), 'Body', 'nfeDadosMsg', 'consStatServ', 'x')).toBeDefined();
});

test('the distribution’s message stands in one more element, called as its method', () => {
  const text = envelope('NFeDistribuicaoDFe', '<a/>');
  const namespace = 'http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe';
  expect(text).toContain(
    `<nfeDistDFeInteresse xmlns="${namespace}"><nfeDadosMsg><a/></nfeDadosMsg></nfeDistDFeInteresse>`,
  );
});

test('nothing stands between the tags of an envelope (588)', () => {
  expect(envelope('NfeStatusServico', '<a/>')).not.toMatch(/>\s|\s</);
});

test.each([
  ['with the usual wrapper', wrapped('soap', `<nfeResultMsg xmlns="${service}">${answer}</nfeResultMsg>`)],
  ['with the method as wrapper', wrapped('env', `<m:nfeResult xmlns:m="${service}"><r>${answer}</r></m:nfeResult>`)],
  [
    'with spaces, comments and a header',
    wrapped('S', `\n <!-- x -->\n<r>\r\n${answer}\n</r>\n`, '<S:Header><a/></S:Header>'),
  ],
  ['in SOAP 1.1', wrapped('soap', `<r>${answer}</r>`).replace(soap12, 'http://schemas.xmlsoap.org/soap/envelope/')],
  ['after a byte order mark', `\ufeff<?xml version="1.0" encoding="utf-8"?>${wrapped('s', answer)}`],
])('the message is cut out of an answer %s', (_, text) => {
  expect(openEnvelope(text)).toBe(answer);
});

test('whatever the authority writes comes out as it was written', () => {
  const written = fc.string({
    unit: fc.constantFrom('a', 'ã', '😀', ' ', '\n', '&amp;', '&#13;', '<!-- retX -->', '<b c="1"/>'),
  });
  fc.assert(
    fc.property(written, (content) => {
      const message = `<retX a='1' >${content}</retX >`;
      expect(openEnvelope(wrapped('soap', `<w>${message}</w>`))).toBe(message);
    }),
  );
});

test.each([
  [
    'SOAP 1.2',
    '<s:Fault><s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="pt">Sem memória</s:Text></s:Reason></s:Fault>',
    'Receiver',
  ],
  ['SOAP 1.1', '<s:Fault><faultcode>s:Server</faultcode><faultstring> Sem memória </faultstring></s:Fault>', 'Server'],
])('a fault of %s is reported with its code and reason', (_, fault, faultCode) => {
  expect(() => openEnvelope(wrapped('s', fault))).toThrow(
    expect.objectContaining({ name: 'SoapFault', code: 'SoapFault', faultCode, reason: 'Sem memória' }),
  );
});

test.each([
  ['a page of HTML', '<!DOCTYPE html><html><body>Manutenção</body></html>'],
  ['well-formed HTML', '<html><body>Manutenção</body></html>'],
  ['plain words', 'Service Unavailable'],
  ['nothing', ''],
  ['an envelope that breaks off', wrapped('s', answer).slice(0, -20)],
  ['an envelope with nothing in it', wrapped('s', '<nfeResultMsg/>')],
  ['an envelope without body', `<s:Envelope xmlns:s="${soap12}"/>`],
  ['an envelope with a DOCTYPE', `<!DOCTYPE x [<!ENTITY e "107">]>${wrapped('s', answer)}`],
])('%s is no answer', (_, text) => {
  expect(() => openEnvelope(text)).toThrow(expect.objectContaining({ code: 'AnswerUnreadable' }));
});

function wrapped(prefix: string, content: string, header = ''): string {
  const body = `<${prefix}:Body>${content}</${prefix}:Body>`;
  return `<${prefix}:Envelope xmlns:${prefix}="${soap12}">${header}${body}</${prefix}:Envelope>`;
}
