import type { Place } from '../../domain/documents/place.ts';
import type { Schema } from '../operations.ts';

/** A place of pickup or delivery; null where the document has none. A computed note also has the party that hands over or takes the goods there. */
export function placeView(place: Place | null | undefined): Schema<'GoodsPlace'> | null {
  if (!place) return null;
  return {
    name: place.name ?? null,
    document: place.document ?? null,
    stateRegistration: place.stateRegistration ?? null,
    email: place.email ?? null,
    phone: place.phone ?? null,
    zipCode: place.zipCode ?? null,
    street: place.street ?? null,
    number: place.number ?? null,
    complement: place.complement ?? null,
    neighborhood: place.neighborhood ?? null,
    city: place.city ?? null,
    state: place.state ?? null,
    municipalityCode: place.municipalityCode ?? null,
  };
}
