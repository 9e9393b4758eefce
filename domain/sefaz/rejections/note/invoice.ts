import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

/** The invoice and its installments (group Y). */
export const invoice: Chapter = {
  '797': {
    cause: 'Uma parcela vence mais de 10 anos depois da data atual.',
    fix: 'Corrija o vencimento da parcela.',
    field: 'duplicates[].dueDate',
  },
  '850': {
    cause: 'Uma parcela vence antes da anterior, ou está sem vencimento.',
    fix: 'Envie as parcelas em ordem de vencimento.',
    field: 'duplicates[].dueDate',
  },
  '851': {
    cause: 'A soma das parcelas não é o valor líquido da fatura, que é o total da nota.',
    fix: 'Acerte os valores para que somem exatamente o total.',
    field: 'duplicates[].value',
  },
  '852': {
    cause: 'As parcelas não estão numeradas 001, 002, 003, em sequência.',
    fix: 'Não envie number: o Lavra numera as parcelas na ordem em que vêm.',
    field: 'duplicates[].number',
  },
  '853': { cause: 'A nota traz parcelas e o pagamento foi declarado à vista.', fix: tellMaintainers },
  '900': {
    cause: 'Uma parcela vence antes da data de emissão da nota, ou está sem vencimento.',
    fix: 'Use vencimentos a partir da data de emissão; parcela já paga vai em payments.',
    field: 'duplicates[].dueDate',
  },
  '901': { cause: 'O desconto da fatura é maior que o valor dela.', fix: tellMaintainers },
  '902': { cause: 'O valor líquido da fatura não é o valor original menos o desconto.', fix: tellMaintainers },
  '905': { cause: 'A nota traz parcelas sem os dados da fatura.', fix: tellMaintainers },
};
