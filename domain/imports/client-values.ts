import { z } from 'zod';
import { clientTypes } from '../clients/client.entity.ts';
import { clientDocumentTypes } from '../clients/snapshot.ts';
import { taxpayerTypes } from '../taxation/parties.ts';

const text = z.string().nullish();

/** A row of clients as the changes of a record; its bounds are the contract's. */
export const clientChanges = z.object({
  name: z.string().optional(),
  tradeName: text,
  type: z.enum(clientTypes).nullish(),
  documentType: z.enum(clientDocumentTypes).nullish(),
  document: text,
  stateRegistration: text,
  taxpayerType: z.enum(taxpayerTypes).nullish(),
  isuf: text,
  email: text,
  phone: text,
  zipCode: text,
  street: text,
  number: text,
  complement: text,
  neighborhood: text,
  city: text,
  state: text,
  municipalityCode: text,
  country: text,
  isActive: z.boolean().optional(),
});

/** A row of clients as a new record. */
export const clientCreation = clientChanges.required({ name: true });
