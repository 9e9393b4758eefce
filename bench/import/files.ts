import { csvLine } from '../../domain/imports/cell.ts';
import { cnpjOf, cpfOf } from '../../tests/support/samples/tax-ids.ts';
import words from '../catalog/words.json' with { type: 'json' };

/** City, IBGE code, state, CEP. */
const cities = [
  ['São Paulo', '3550308', 'SP', '01310-100'],
  ['Rio de Janeiro', '3304557', 'RJ', '20040-002'],
  ['Belo Horizonte', '3106200', 'MG', '30130-010'],
  ['Curitiba', '4106902', 'PR', '80010-000'],
  ['Salvador', '2927408', 'BA', '40020-000'],
  ['Porto Alegre', '4314902', 'RS', '90010-150'],
  ['Recife', '2611606', 'PE', '50030-230'],
] as const;

/** A file as an ERP exports it: headers in Portuguese, semicolons, CRLF, every column. */
export function clientsFile(rows: number): string {
  const header =
    'Razão Social;Fantasia;CPF/CNPJ;IE;E-mail;Telefone;CEP;Logradouro;Número;Complemento;Bairro;Município;Cód. IBGE;UF';
  return file(header, rows, (at) => {
    const isCompany = at % 3 === 0;
    const [first, last, trade] = [
      pick(words.firstNames, at),
      pick(words.surnames, at * 7),
      pick(words.trades, at * 11),
    ];
    const [city, code, state, zipCode] = pick(cities, at);
    return [
      isCompany ? `${trade} ${first} ${last} Ltda` : `${first} ${last} ${pick(words.surnames, at * 13)}`,
      isCompany ? `${trade} ${last}` : '',
      isCompany ? punctuated(cnpjOf(at + 1)) : cpfOf(at + 1),
      isCompany ? String(100_000_000 + at) : '',
      `cliente${at}@example.com.br`,
      `(11) 9${String(at).padStart(8, '0')}`,
      zipCode,
      `Rua ${last}`,
      String(at % 3000),
      at % 5 === 0 ? `Sala ${at % 90}` : '',
      'Centro',
      city,
      code,
      state,
    ];
  });
}

/** Products of a company of the normal regime, two in five with tax substitution or a reduced base. */
export function productsFile(rows: number): string {
  const header =
    'Código;Descrição;Unidade;Preço Venda;NCM;CEST;CFOP;Origem;CST;Alíquota ICMS;Redução BC;CST PIS;Alíquota PIS;CST COFINS;Alíquota COFINS';
  return file(header, rows, (at) => {
    const isReduced = at % 5 === 0;
    return [
      `P-${String(at).padStart(6, '0')}`,
      `${pick(words.productNouns, at)} ${pick(words.productTraits, at * 7)} ${pick(words.productTraits, at * 11)} ${at % 97}`,
      'UN - UNIDADE',
      `${1 + (at % 900)},${String(at % 100).padStart(2, '0')}`,
      '0901.21.00',
      '17.096.00',
      '5102',
      '0 - Nacional',
      isReduced ? '20' : '00',
      '18,00',
      isReduced ? '33,33' : '',
      '01',
      '1,65',
      '01',
      '7,60',
    ];
  });
}

function file(header: string, rows: number, row: (at: number) => string[]): string {
  const lines = Array.from({ length: rows }, (_, at) => csvLine(row(at), ';'));
  return [header, ...lines, ''].join('\r\n');
}

function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

function punctuated(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}
