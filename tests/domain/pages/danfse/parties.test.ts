import { expect, test } from 'vitest';
import { fieldsIn } from './blocks-of.ts';
import { drawn } from './drawn.ts';
import { parties, type SampleNfse } from './issued-nfse.ts';

test('a provider who issues is described whole by the emitter of the note, with his regime', () => {
  const regime = '<opSimpNac>3</opSimpNac><regApTribSN>1</regApTribSN><regEspTrib>0</regEspTrib>';
  expect(fieldsIn(drawn({ regime }), 'PRESTADOR / FORNECEDOR')).toEqual({
    'CNPJ / CPF / NIF': '11.222.333/0001-81',
    'Indicador Municipal (Inscrição)': '12345678',
    Telefone: '(11) 3040-5060',
    'Nome / Nome Empresarial': 'Comércio de Máquinas São João Ltda',
    'Município / Sigla UF': 'São Paulo / SP',
    'Código IBGE / CEP': '3550308 / 01.310-200',
    Endereço: 'Avenida Paulista, 1578 - Conjunto 121 - Bela Vista',
    'E-mail': 'contato@saojoao.example',
    'Simples Nacional na Data de Competência': 'Optante - Microempresa ou Empresa de Pequeno Porte (ME/EPP)',
    'Regime de Apuração Tributária pelo SN': 'Regime de apuração dos tributos federais e municipal pelo SN',
  });
});

test('where the taker issues, it is he whom the emitter completes', () => {
  const sample: SampleNfse = {
    issuedBy: '2',
    provider: '<IM>7</IM><xNome>Prestador de Fora</xNome>',
    taker: '<CNPJ>99888777000110</CNPJ><xNome>Tomador Emitente</xNome>',
  };
  const html = drawn(sample, {}, (xml) => xml.replace('<emit><CNPJ>11222333000181', '<emit><CNPJ>99888777000110'));
  expect(fieldsIn(html, '')['EMITENTE DA NFS-e']).toBe('Tomador');
  expect(fieldsIn(html, 'TOMADOR / ADQUIRENTE')).toMatchObject({
    'Nome / Nome Empresarial': 'Tomador Emitente',
    'Município / Sigla UF': 'São Paulo / SP',
    'E-mail': 'contato@saojoao.example',
  });
  expect(fieldsIn(html, 'PRESTADOR / FORNECEDOR')).toMatchObject({
    'Nome / Nome Empresarial': 'Prestador de Fora',
    Endereço: '-',
  });
});

test('a party that is not the issuer has its own data, and dashes for what is missing', () => {
  expect(fieldsIn(drawn(), 'TOMADOR / ADQUIRENTE')).toEqual({
    'CNPJ / CPF / NIF': '44.555.666/0001-72',
    'Indicador Municipal (Inscrição)': '998877',
    Telefone: '(19) 98765-4321',
    'Nome / Nome Empresarial': 'Indústria Açaí & Cia. Ltda',
    'Município / Sigla UF': 'Campinas / SP',
    'Código IBGE / CEP': '3509502 / 13.010-050',
    Endereço: 'Rua das Acácias, 10 - Sala 3 - Centro',
    'E-mail': 'fiscal@acai.example',
  });
  expect(fieldsIn(drawn({ taker: parties.person }), 'TOMADOR / ADQUIRENTE')).toMatchObject({
    'CNPJ / CPF / NIF': '123.456.789-09',
    'Indicador Municipal (Inscrição)': '-',
    'E-mail': '-',
  });
});

test('a recipient has no municipal registration, and a town that the note does not name has IBGE’s name', () => {
  expect(fieldsIn(drawn({ recipient: parties.recipient }), 'DESTINATÁRIO DA OPERAÇÃO')).toEqual({
    'CNPJ / CPF / NIF': '60.664.745/0001-87',
    Telefone: '(13) 3333-4444',
    'Nome / Nome Empresarial': 'Filial de Santos da Indústria Açaí',
    'Município / Sigla UF': 'Santos / SP',
    'Código IBGE / CEP': '3548500 / 11.010-000',
    Endereço: 'Rua do Cais, 9 - Porto',
    'E-mail': '-',
  });
});

test('a foreign taker has his own tax number without a mask, his city and his postal code', () => {
  expect(fieldsIn(drawn({ taker: parties.foreigner }), 'TOMADOR / ADQUIRENTE')).toMatchObject({
    'CNPJ / CPF / NIF': 'DE811569869',
    'Nome / Nome Empresarial': 'Müller Maschinenbau GmbH',
    'Município / Sigla UF': 'München / DE',
    'Código IBGE / CEP': '- / 80331',
    Endereço: 'Sendlinger Straße, 8 - Altstadt',
  });
  const unnumbered = parties.foreigner.replace('<NIF>DE811569869</NIF>', '<cNaoNIF>1</cNaoNIF>');
  expect(fieldsIn(drawn({ taker: unnumbered }), 'TOMADOR / ADQUIRENTE')['CNPJ / CPF / NIF']).toBe('Dispensado do NIF');
});
