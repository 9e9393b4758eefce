import { apiFields } from './api-fields.ts';

/**
 * The API's name of the field that fills a field of the XML: `items[2].ncm` for `det[3]/prod/NCM`; null where none does. What the XML
 * counts from 1 the API counts from 0.
 */
export function apiPathOf(field: string): string | null {
  const places = [...field.matchAll(/\[(\d+)\]/g)].map(([, place]) => Number(place) - 1);
  const general = field.replace(/\[\d+\]/g, '[]').replace(/(ICMS|PIS|COFINS|IPI)\/(ICMS|PIS|COFINS|IPI)\w+/, '$1/*');
  return apiFields.get(general)?.replace(/\[\]/g, () => `[${places.shift()}]`) ?? null;
}
