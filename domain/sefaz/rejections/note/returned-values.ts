import type { Chapter } from '../../../rejections/explanation.ts';

const fix =
  'Acerte quantidades, valores ou alíquotas dos itens: a devolução não passa do que as notas devolvidas têm, juntas.';

/** A return against the notes that it gives back. */
export const returnedValues: Chapter = {
  '354': {
    cause: 'O item devolve IPI (returnedIpi) em uma nota que não é de devolução.',
    fix: 'Envie purpose RETURN, ou retire returnedIpi do item.',
    field: 'items[].returnedIpi',
  },
  '545': { cause: 'A devolução vale mais que as notas a que se refere.', fix, field: 'items' },
  '546': { cause: 'A devolução tem mais ICMS que as notas a que se refere.', fix, field: 'items' },
  '566': { cause: 'A devolução tem mais FCP que as notas a que se refere.', fix, field: 'items' },
  '567': { cause: 'A devolução tem mais ICMS da UF de destino que as notas a que se refere.', fix, field: 'items' },
  '581': { cause: 'A devolução tem mais FCP da UF de destino que as notas a que se refere.', fix, field: 'items' },
};
