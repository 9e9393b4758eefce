import { beforeAll, expect, test } from 'vitest';
import { createValidator, type Validator } from '../../../adapters/schemas/validator.ts';
import { type ReformEventType, reformEventTypes } from '../../../domain/document-types.ts';
import type { ReformContent } from '../../../domain/documents/events/reform/content.ts';
import { isNonReform } from '../../../domain/documents/events/reform/non-reform.ts';
import { reformEvents } from '../../../domain/documents/events/reform/table.ts';
import { signEvent } from '../../../domain/nfe/events.ts';
import { reformEvent, svrsOrgan } from '../../../domain/nfe/reform-events.ts';
import { envEvento } from '../../../domain/sefaz/messages.ts';
import { reformContents } from '../../support/samples/reform-contents.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { eventSchemas, officialCodes } from '../../support/servers/event-schemas.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const general = officialValidator('nfe');
const signer = makeSigner();
const header = {
  accessKey: '35261111222333000181550010000000011000000010',
  sequence: 3,
  taxId: '11444777000161',
  cOrgao: svrsOrgan,
  environment: 'HOMOLOGATION',
  at: new Date('2026-11-28T12:00:00Z'),
  state: 'PR',
  version: '0.2.0',
} as const;

let official: Validator;
beforeAll(async () => {
  official = createValidator(await eventSchemas());
});

const ofReform = reformEventTypes.filter((type) => !isNonReform(type));

test.each(ofReform)('%s is an event of the general schema, for SVRS, of its author’s state', (type) => {
  const xml = signed(type);
  expect(general.validate('envEvento_v1.00.xsd', envEvento({ idLote: '1', signedEvento: xml }))).toEqual([]);
  expect(xml).toContain(`Id="ID${reformEvents[type].code}${header.accessKey}03"`);
  expect(xml).toContain('<cOrgao>92</cOrgao><tpAmb>2</tpAmb><CNPJ>11444777000161</CNPJ>');
  expect(xml).toContain('<cOrgaoAutor>41</cOrgaoAutor>');
});

const withOfficial = reformEventTypes.filter((type) => officialCodes.some((code) => code === reformEvents[type].code));

test('nine types have an official schema that a registry redistributes', () => {
  expect(withOfficial).toHaveLength(officialCodes.length);
});

test.each(withOfficial)('what %s says is as its official schema has it', (type) => {
  expect(officialFaults(type)).toEqual([]);
});

test.each(withOfficial.filter((type) => reformEvents[type].says === 'ITEMS'))(
  'the official schema finds a number of %s that is not written as the layout has it',
  (type) => {
    const [item] = reformContents[type].items ?? [];
    expect(officialFaults(type, { items: [{ ...item!, cbsValue: '0.455' }] })).not.toEqual([]);
  },
);

test('a presumed credit has one base and one code for both taxes, and the shares that it has (NT 2025.002 v1.40)', () => {
  expect(signed('PRESUMED_CREDIT')).toContain(
    '<gCredPresOper nItem="1"><vBCCredPres>1000.00</vBCCredPres><cCredPres>01</cCredPres>' +
      '<gIBSCredPres><pCredPres>0.5000</pCredPres><vCredPres>5.00</vCredPres></gIBSCredPres>' +
      '<gCBSCredPres><pCredPres>4.0000</pCredPres><vCredPres>40.00</vCredPres></gCBSCredPres></gCredPresOper>' +
      '<gCredPresOper nItem="2"><vBCCredPres>100.00</vBCCredPres><cCredPres>09</cCredPres>' +
      '<gIBSCredPres><pCredPres>7.5000</pCredPres><vCredPres>7.50</vCredPres></gIBSCredPres></gCredPresOper>',
  );
});

test('a withdrawal names type and protocol of what it takes back, and has no tpAutor', () => {
  expect(signed('EVENT_WITHDRAWAL')).toContain(
    '<descEvento>Cancelamento de Evento</descEvento><cOrgaoAutor>41</cOrgaoAutor><verAplic>Lavra 0.2.0</verAplic>' +
      '<tpEventoAut>211130</tpEventoAut><nProtEvento>143260000000001</nProtEvento></detEvento>',
  );
});

test('a new date of delivery is a day', () => {
  expect(signed('DELIVERY_DATE_CHANGE')).toContain('<dPrevEntrega>2027-02-10</dPrevEntrega></detEvento>');
});

test('the author is who the note says that he is', () => {
  expect(signed('PRESUMED_CREDIT')).toContain('<tpAutor>2</tpAutor>');
  expect(signed('PRESUMED_CREDIT', reformContents.PRESUMED_CREDIT, 'ISSUER')).toContain('<tpAutor>1</tpAutor>');
});

function signed(
  type: ReformEventType,
  content: ReformContent = reformContents[type],
  author = reformEvents[type].by.at(-1) ?? 'ISSUER',
): string {
  return signEvent(reformEvent({ ...header, type, author, content }), signer).xml;
}

function officialFaults(type: ReformEventType, content?: ReformContent) {
  const [detail = ''] = /<detEvento .*<\/detEvento>/s.exec(signed(type, content)) ?? [];
  const alone = detail.replace('<detEvento ', '<detEvento xmlns="http://www.portalfiscal.inf.br/nfe" ');
  return official.validate(`e${reformEvents[type].code}_v1.00.xsd`, alone);
}
