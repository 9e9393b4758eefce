import { z } from 'zod';
import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import { stateOf } from '../sefaz/endpoints.ts';
import { isInState, isMunicipalityCode } from '../municipality-code.ts';
import { digits, printable } from './text-schema.ts';

/** The issuer's address as the note carries it (group enderEmit). */
export const addressSchema = z
  .strictObject({
    street: printable(2, 60),
    number: printable(1, 60),
    complement: printable(1, 60).nullable().default(null),
    neighborhood: printable(2, 60),
    municipalityCode: z
      .union([z.string(), z.number()], 'deve ser o código do IBGE, com 7 dígitos')
      .transform(String)
      .refine(isMunicipalityCode, 'deve ser o código do IBGE, com 7 dígitos e dígito verificador correto'),
    city: printable(2, 60),
    state: z.string().trim().toUpperCase().refine(isState, 'deve ser a sigla de uma UF'),
    zipCode: digits(8, 8, 'deve ter 8 dígitos'),
  })
  .superRefine(({ municipalityCode, state }, context) => {
    const isTold = !isMunicipalityCode(municipalityCode) || !isState(state); // by the fields' own words
    if (isTold || isInState(municipalityCode, state)) return;
    const of = stateOf(municipalityCode.slice(0, 2));
    context.addIssue({
      code: 'custom',
      path: ['municipalityCode'],
      message: `é um município de ${of}, e a UF do endereço é ${state}`,
    });
  });

function isState(text: string): boolean {
  return Object.hasOwn(endpoints.cUF, text);
}
