import { describe, expect, test } from 'vitest';
import type { ComputedService } from '../../../domain/documents/computed-service.ts';
import { readXml } from '../../../domain/xml/reader.ts';
import { contentBreaches } from '../../../simulator/content-check/content.ts';
import { readLine } from '../../domain/taxation/cases/printed.ts';
import { asPrinted } from '../engine/figures.ts';
import { forgedNote } from '../engine/forge.ts';
import { serviceCases } from './cases.ts';
import { checked, dpsOf, momentOf } from './issue.ts';
import type { SoldService } from './service-case.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfse');

describe('services', () => {
  test.each(serviceCases)('$of', (one) => {
    if ('gives' in one) return expectFigures(one.sale, one.gives);
    expect(checked(one.sale).faults.map(({ code, path }) => ({ code, path }))).toContainEqual(one.refused);
    if (typeof one.authority === 'string') return;
    const { code, mended, forged } = one.authority;
    const { xml } = issued(mended);
    const wrong = forgedNote(xml, forged);
    expect(faultsOf(wrong)).toEqual([]);
    expect(codesOf(xml, mended)).toEqual([]);
    expect(codesOf(wrong, mended)).toContain(code);
  });
});

/** Expects the contents of the DPS and, under `amounts/`, the computed amounts; neither the official schema nor SEFIN may object. */
function expectFigures(sale: SoldService, gives: string[]): void {
  const { service, xml } = issued(sale);
  const ofAmounts = gives.filter((line) => line.startsWith('amounts/'));
  const ofDps = gives.filter((line) => !line.startsWith('amounts/'));
  expect(asPrinted(ofDps, readXml(xml))).toEqual(ofDps);
  for (const line of ofAmounts) {
    const { field, result } = readLine(line);
    const name = field.slice('amounts/'.length) as 'net';
    expect(`${field} = ${service.amounts[name]}`).toBe(`${field} = ${result}`);
  }
  expect(faultsOf(xml)).toEqual([]);
  expect(codesOf(xml, sale)).toEqual([]);
}

function issued(sale: SoldService): { service: ComputedService; xml: string } {
  const { service, faults } = checked(sale);
  expect(faults).toEqual([]);
  if (!service) throw new Error('There is no service');
  return { service, xml: dpsOf(service, sale) };
}

function faultsOf(xml: string): unknown[] {
  return validator.validate('DPS_v1.01.xsd', xml);
}

function codesOf(xml: string, sale: SoldService): string[] {
  return contentBreaches(xml, momentOf(sale)).map(({ code }) => code);
}
