import { expect, test } from 'vitest';
import type { ReformEventType } from '../../../domain/document-types.ts';
import { isAtSvrs, isNational, titleOfEvent } from '../../../domain/documents/events/event.ts';
import {
  type NonReformType,
  nonReformEvents,
  isNonReform,
} from '../../../domain/documents/events/reform/non-reform.ts';
import type { ReformContent } from '../../../domain/documents/events/reform/content.ts';
import { reformTypeOf, withdrawalOf } from '../../../domain/documents/events/reform/table.ts';
import { signEvent } from '../../../domain/nfe/events.ts';
import { reformEvent } from '../../../domain/nfe/reform-events.ts';
import { envEvento } from '../../../domain/sefaz/messages.ts';
import { reformContents } from '../../support/samples/reform-contents.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const pack = officialValidator('nfe');
const signer = makeSigner();
const header = {
  accessKey: '35261111222333000181550010000000011000000010',
  sequence: 3,
  taxId: '11222333000181',
  environment: 'HOMOLOGATION',
  at: new Date('2026-11-28T12:00:00Z'),
  state: 'SP',
  version: '0.2.0',
} as const;

const types = Object.keys(nonReformEvents) as NonReformType[];
const withdrawn = types.flatMap((type) => {
  const by = withdrawalOf(type);
  return by ? [[type, by.code] as const] : [];
});

test.each(types)('%s is an event of the general schema, with its own code', (type) => {
  const xml = signed(type);
  expect(pack.validate('envEvento_v1.00.xsd', envEvento({ idLote: '1', signedEvento: xml }))).toEqual([]);
  expect(xml).toContain(`Id="ID${nonReformEvents[type].code}${header.accessKey}03"`);
});

test.each(withdrawn)('what takes %s back is %s, which names its protocol', (type, code) => {
  const xml = withdrawalFor(type);
  expect(pack.validate('envEvento_v1.00.xsd', envEvento({ idLote: '1', signedEvento: xml }))).toEqual([]);
  expect(xml).toContain(`Id="ID${code}${header.accessKey}03"`);
  expect(xml).toContain('<nProtEvento>143260000000001</nProtEvento></detEvento>');
});

test('what the pack has a schema of is as that has it', () => {
  expect(pack.validate('eventoAtorInteressado_v1.00.xsd', signed('CARRIER_ACCESS', undefined, '91'))).toEqual([]);
  const alone = { carrier: { taxId: '52998224725', mayAuthorizeOthers: false } };
  expect(pack.validate('eventoAtorInteressado_v1.00.xsd', signed('CARRIER_ACCESS', alone, '91'))).toEqual([]);
  expect(pack.validate('EventoInsucessoNFe_v1.00.xsd', signed('DELIVERY_FAILURE'))).toEqual([]);
  expect(pack.validate('EventoCancInsucessoNFe_v1.00.xsd', withdrawalFor('DELIVERY_FAILURE'))).toEqual([]);
  const short = { ...reformContents.DELIVERY_FAILURE.failedDelivery!, justification: 'Rua alagada' };
  expect(
    pack.validate('EventoInsucessoNFe_v1.00.xsd', signed('DELIVERY_FAILURE', { failedDelivery: short })),
  ).not.toEqual([]);
});

test('a carrier that may let others in is let in under the conditions of use, by whoever says it', () => {
  expect(signed('CARRIER_ACCESS')).toMatch(
    /<cOrgaoAutor>35<\/cOrgaoAutor><tpAutor>1<\/tpAutor><verAplic>Lavra 0\.2\.0<\/verAplic><autXML><CNPJ>45723174000110<\/CNPJ><\/autXML><tpAutorizacao>1<\/tpAutorizacao><xCondUso>O emitente ou destinatário/,
  );
  const alone = { carrier: { taxId: '52998224725', mayAuthorizeOthers: false } };
  expect(signed('CARRIER_ACCESS', alone, '91', 'RECIPIENT')).toContain(
    '<tpAutor>2</tpAutor><verAplic>Lavra 0.2.0</verAplic><autXML><CPF>52998224725</CPF></autXML>' +
      '<tpAutorizacao>0</tpAutorizacao></detEvento>',
  );
});

test('a failed delivery tells try, reason and place, in the time of its author, and no role', () => {
  expect(signed('DELIVERY_FAILURE')).toContain(
    '<descEvento>Insucesso na Entrega da NF-e</descEvento><cOrgaoAutor>35</cOrgaoAutor><verAplic>Lavra 0.2.0</verAplic>' +
      '<dhTentativaEntrega>2026-11-27T14:30:00-03:00</dhTentativaEntrega><nTentativa>2</nTentativa><tpMotivo>4</tpMotivo>' +
      '<xJustMotivo>A rua estava alagada e o caminhão não passou</xJustMotivo><latGPS>-23.550520</latGPS><longGPS>-46.633308</longGPS>' +
      '<hashTentativaEntrega>0uJObQk29JacPTFTlMtooavXdpM=</hashTentativaEntrega>' +
      '<dhHashTentativaEntrega>2026-11-28T09:00:00-03:00</dhHashTentativaEntrega></detEvento>',
  );
});

test('a reconciliation names payments in the order of the layout, and nothing of its author', () => {
  expect(signed('PAYMENT_RECONCILIATION')).toContain(
    '<descEvento>ECONF</descEvento><verAplic>Lavra 0.2.0</verAplic>' +
      '<detPag><indPag>1</indPag><tPag>03</tPag><vPag>90.00</vPag><dPag>2026-11-25</dPag>' +
      '<CNPJPag>11222333000181</CNPJPag><UFPag>SP</UFPag><CNPJIF>01027058000191</CNPJIF><tBand>01</tBand><cAut>A1B2C3</cAut>' +
      '<CNPJReceb>11222333000181</CNPJReceb><UFReceb>SP</UFReceb></detPag>' +
      '<detPag><tPag>99</tPag><xPag>Permuta</xPag><vPag>10.00</vPag><dPag>2026-11-26</dPag></detPag></detEvento>',
  );
  expect(withdrawalFor('PAYMENT_RECONCILIATION')).toContain(
    '<descEvento>Cancelamento Conciliação Financeira</descEvento><verAplic>Lavra 0.2.0</verAplic><nProtEvento>',
  );
});

test('each goes to its own receiver, and is known by its code', () => {
  expect(types.filter((type) => isNational({ type }))).toEqual(['CARRIER_ACCESS']);
  expect(types.filter((type) => isAtSvrs({ type }))).toEqual(['DELIVERY_FAILURE', 'PAYMENT_RECONCILIATION']);
  expect(['110150', '110192', '110193', '110750', '110751', '999999'].map(reformTypeOf)).toEqual(
    ['CARRIER_ACCESS', 'DELIVERY_FAILURE', 'EVENT_WITHDRAWAL', 'PAYMENT_RECONCILIATION', 'EVENT_WITHDRAWAL', null], // oxfmt-ignore
  );
  expect(titleOfEvent({ type: 'EVENT_WITHDRAWAL', code: '110193' })).toBe('Cancelamento do insucesso na entrega');
  expect(titleOfEvent({ type: 'EVENT_WITHDRAWAL', code: '110001' })).toBe('Cancelamento de evento');
  expect(isNonReform('FIXED_ASSET')).toBe(false);
});

test('nothing takes back what no event takes back', () => {
  const content = { withdraws: { code: '110150', protocol: '143260000000001' } };
  expect(() => signed('EVENT_WITHDRAWAL', content)).toThrow(TypeError);
});

function signed(
  type: ReformEventType,
  content: ReformContent = reformContents[type],
  cOrgao = '92',
  author: 'ISSUER' | 'RECIPIENT' = 'ISSUER',
): string {
  return signEvent(reformEvent({ ...header, cOrgao, type, author, content }), signer).xml;
}

function withdrawalFor(type: NonReformType): string {
  const { code } = nonReformEvents[type];
  return signed('EVENT_WITHDRAWAL', { withdraws: { code, protocol: '143260000000001' } });
}
