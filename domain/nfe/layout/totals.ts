import type { ComputedCard, ComputedNote, ComputedPayment, NoteTotals } from '../../documents/computed-note.ts';
import { paymentMethods } from '../../documents/payload.ts';
import { cardBrandCode } from '../../documents/payment-methods.ts';
import { field, group } from '../../xml/writer.ts';
import type { NoteIdentity } from './ide.ts';
import { layoutIssqnTotal } from './issqn.ts';

/** Group W: totals. */
export function layoutTotal(
  totals: NoteTotals,
  { withheldTaxes: withheld, issqn }: Pick<ComputedNote, 'withheldTaxes' | 'issqn'> = {},
): string {
  return group(
    'total',
    group(
      'ICMSTot', // W02
      field('vBC', totals.icmsBase), // W03
      field('vICMS', totals.icms), // W04
      field('vICMSDeson', totals.icmsExempted), // W04a
      field('vFCPUFDest', totals.fcpDestination), // W04c
      field('vICMSUFDest', totals.icmsDestination), // W04e
      field('vICMSUFRemet', totals.icmsOrigin), // W04g
      field('vFCP', totals.fcp), // W04h
      field('vBCST', totals.stBase), // W05
      field('vST', totals.st), // W06
      field('vFCPST', totals.fcpSt), // W06a
      field('vFCPSTRet', totals.fcpStRetained ?? '0.00'), // W06b
      field('qBCMono', totals.icmsMono?.quantity), // W06b.1
      field('vICMSMono', totals.icmsMono?.value), // W06c
      field('qBCMonoReten', totals.icmsMono?.retainedQuantity), // W06c.1
      field('vICMSMonoReten', totals.icmsMono?.retainedValue), // W06d
      field('qBCMonoRet', totals.icmsMono?.collectedQuantity), // W06d.1
      field('vICMSMonoRet', totals.icmsMono?.collectedValue), // W06e
      field('vProd', totals.products), // W07
      field('vFrete', totals.freight), // W08
      field('vSeg', totals.insurance), // W09
      field('vDesc', totals.discount), // W10
      field('vII', totals.importTax ?? '0.00'), // W11
      field('vIPI', totals.ipi), // W12
      field('vIPIDevol', totals.returnedIpi ?? '0.00'), // W12a
      field('vPIS', totals.pis), // W13
      field('vCOFINS', totals.cofins), // W14
      field('vOutro', totals.otherCosts), // W15
      field('vNF', totals.note), // W16
      field('vTotTrib', totals.approximateTaxes), // W16a
    ),
    totals.issqn && issqn ? layoutIssqnTotal(totals.issqn, issqn) : '',
    group(
      'retTrib', // W23
      field('vRetPIS', withheld?.pis), // W24
      field('vRetCOFINS', withheld?.cofins), // W25
      field('vRetCSLL', withheld?.csll), // W26
      field('vBCIRRF', withheld?.irrfBase), // W27
      field('vIRRF', withheld?.irrf), // W28
      field('vBCRetPrev', withheld?.socialSecurityBase), // W29
      field('vRetPrev', withheld?.socialSecurity), // W30
    ),
    group('ISTot', field('vIS', totals.selectiveTax)), // W31, W33
    totals.ibsCbs ? layoutIbsCbsTotal(totals.ibsCbs, totals.simples) : '',
    field('vNFTot', totals.ibsCbs?.noteTotal), // W60
  );
}

/**
 * IBSCBSTot (W34). The layout requires vDevTrib and presumed credit even where no item has them; they are zero then. Transferred and adjusted amounts
 * are in no total (rules 1085 and 1091).
 */
function layoutIbsCbsTotal(total: NonNullable<NoteTotals['ibsCbs']>, simples: NoteTotals['simples']): string {
  const noReturn = field('vDevTrib', '0.00');
  const { presumedCredit: credit } = total;
  const ofCredit = (taken = '0.00', conditional = '0.00') =>
    field('vCredPres', taken) + field('vCredPresCondSus', conditional);
  return group(
    'IBSCBSTot',
    field('vBCIBSCBS', total.base), // W35
    total.ibs === null
      ? ''
      : group(
          'gIBS', // W36
          group('gIBSUF', field('vDif', total.stateDeferred), noReturn, field('vIBSUF', total.state)), // W37
          group('gIBSMun', field('vDif', total.municipalDeferred), noReturn, field('vIBSMun', total.municipal)), // W42
          field('vIBS', total.ibs), // W47
          ofCredit(credit?.ibs, credit?.conditionalIbs), // W48, W49
        ),
    total.cbs === null
      ? ''
      : group(
          'gCBS',
          field('vDif', total.cbsDeferred),
          noReturn,
          field('vCBS', total.cbs),
          ofCredit(credit?.cbs, credit?.conditionalCbs),
        ), // W50, W56a, W56b
    group(
      'gEstornoCred', // W59e
      field('vIBSEstCred', total.creditReversal?.ibs), // W59f
      field('vCBSEstCred', total.creditReversal?.cbs), // W59g
    ),
    group('gTribSN', field('vIBSSN', simples?.ibs), field('vCBSSN', simples?.cbs)), // NT 2026.005
  );
}

/** Group Y: the invoice and its installments; empty for a note that is not paid by term. */
export function layoutCobr({ invoice }: ComputedNote, { number }: Pick<NoteIdentity, 'number'>): string {
  if (!invoice) return '';
  return group(
    'cobr',
    group(
      'fat', // Y02
      field('nFat', String(number)), // Y03: the number of the note, as companies number their invoices
      field('vOrig', invoice.original), // Y04
      field('vDesc', invoice.discount), // Y05
      field('vLiq', invoice.net), // Y06
    ),
    ...invoice.installments.map((installment) =>
      group(
        'dup', // Y07
        field('nDup', installment.number), // Y08
        field('dVenc', installment.dueDate), // Y09
        field('vDup', installment.value), // Y10
      ),
    ),
  );
}

/** Group YA: how the note is paid. */
export function layoutPag({ payments, change }: ComputedNote): string {
  return group('pag', ...payments.map(layoutPayment), field('vTroco', change)); // YA09
}

function layoutPayment(payment: ComputedPayment): string {
  return group(
    'detPag', // YA01a
    field('indPag', payment.term), // YA01b
    field('tPag', paymentMethods[payment.method]), // YA02
    field('xPag', payment.description), // YA02a
    field('vPag', payment.value), // YA03
    payment.card ? layoutCard(payment.card) : '',
  );
}

function layoutCard({ integration, acquirer, brand, authorization, receiver, terminal }: ComputedCard): string {
  return group(
    'card', // YA04
    field('tpIntegra', integration), // YA04a
    field('CNPJ', acquirer), // YA05
    field('tBand', brand && cardBrandCode(brand)), // YA06
    field('cAut', authorization), // YA07
    field('CNPJReceb', receiver), // YA07a
    field('idTermPag', terminal), // YA07b
  );
}
