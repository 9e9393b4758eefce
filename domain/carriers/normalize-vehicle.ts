import { checkTexts } from '../check-texts.ts';
import { refuseAny } from '../faults.ts';
import { cleanText } from '../xml/clean-text.ts';
import { checkPlate, checkRntrc, checkState, plainPlate, plainRegistration, plainState } from './normal-forms.ts';

/** A vehicle as a caller writes it (spec 2-extended §2.4), except whether it is the default of its fleet. */
export type VehicleInput = {
  plate: string;
  state: string;
  rntc?: string | null | undefined;
  description?: string | null | undefined;
};

/** A vehicle in normal form. */
export type NormalVehicle = {
  /** Letters and digits, at most 7. */
  plate: string;
  state: string;
  rntc: string | null;
  description: string | null;
};

/**
 * A vehicle in normal form, as the note's `veicTransp` group takes it.
 *
 * @throws DomainError `validation_error` with every fault in `issues`; `invalid_plate` when only the plate is wrong
 */
export function normalizeVehicle(input: VehicleInput): NormalVehicle {
  refuseAny(checkTexts(input));
  const state = plainState(input.state);
  const rntc = plainRegistration(input.rntc);
  refuseAny([
    ...[...checkPlateState(state), ...checkRntrc(rntc, 'rntc')].map((fault) => ({
      ...fault,
      code: 'validation_error' as const,
    })),
    ...checkPlate(input.plate, 'plate'),
  ]);
  return {
    plate: plainPlate(input.plate),
    state: state ?? '',
    rntc,
    description: cleanText(input.description ?? '') || null,
  };
}

function checkPlateState(state: string | null) {
  if (state !== null) return checkState(state);
  return [{ path: 'state', message: 'Informe a UF da placa.' }];
}
