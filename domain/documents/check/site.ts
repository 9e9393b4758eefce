import { type Fault, refusal } from '../../faults.ts';
import type { SiteAddress } from '../service-sale.ts';

/** Abroad city and region go together (TCEnderExtSimples); in Brazil the CEP says both. */
export function checkSite({ zipCode, city, region }: SiteAddress, path: string): Fault[] {
  if (!city && !region) {
    return /^\d{8}$/.test(zipCode) ? [] : [refusal(`${path}.zipCode`, 'O CEP tem 8 dígitos, sem hífen.')];
  }
  const missing = Object.entries({ city, region }).flatMap(([name, text]) => (text ? [] : [name]));
  return missing.map((name) =>
    refusal(`${path}.${name}`, 'No exterior, city e region vão juntos: informe este também.'),
  );
}
