import type { Chapter } from '../../../rejections/explanation.ts';

const askCity =
  'Não há mais substituição pela API: fale com a prefeitura do município emissor sobre como corrigir a nota.';
const rightKey =
  'Informe a chave de 50 caracteres de uma NFS-e da empresa, ou o documento do Lavra em replaces.documentId.';

/** A DPS that replaces an NFS-e (subst). */
export const substitution: Chapter = {
  E0042: { cause: 'A chave da NFS-e a substituir não é válida.', fix: rightKey, field: 'replaces.accessKey' },
  E0044: {
    cause: 'Não existe no Sistema Nacional a NFS-e que se quer substituir.',
    fix: rightKey,
    field: 'replaces.accessKey',
  },
  E0046: {
    cause: 'A NFS-e a substituir já está cancelada.',
    fix: 'Emita uma nota nova, sem replaces: o que está cancelado não se substitui.',
    field: 'replaces.accessKey',
  },
  E0050: { cause: 'Acabou o prazo que o município dá para substituir uma NFS-e.', fix: askCity },
  E0056: {
    cause: 'A NFS-e a substituir não identifica o tomador, e o município exige isso para substituir.',
    fix: askCity,
  },
  E0058: {
    cause: 'O município não deixa que a substituta troque o tomador ou o intermediário.',
    fix: 'Repita o tomador e o intermediário da nota original, ou cancele-a e emita outra.',
    field: 'client',
  },
  E0060: {
    cause: 'Fora do Simples, a substituta não muda competência, serviço, código municipal nem local da prestação.',
    fix: 'Repita esses dados da nota original, ou cancele-a e emita outra.',
    field: 'service.competence',
  },
  E0061: {
    cause: 'No Simples, a substituta não muda tomador, competência nem valor do serviço.',
    fix: 'Repita esses dados da nota original, ou cancele-a e emita outra.',
    field: 'client',
  },
  E0065: { cause: 'A NFS-e a substituir foi gerada em outro ambiente, como o emissor da prefeitura.', fix: askCity },
  E0068: { cause: 'A nota a substituir espera a resposta de uma análise fiscal para cancelamento.', fix: askCity },
  E0070: { cause: 'O tomador ou o intermediário já confirmou o serviço da nota a substituir.', fix: askCity },
  E0072: { cause: 'O serviço da nota a substituir já foi confirmado tacitamente, pelo prazo.', fix: askCity },
  E0074: { cause: 'Os tributos da nota a substituir já foram recolhidos.', fix: askCity },
  E0076: { cause: 'O município bloqueou de ofício a substituição desta nota.', fix: askCity },
  E0078: {
    cause: 'O motivo 99 (outros) da substituição veio sem descrição.',
    fix: 'Descreva o motivo com 15 caracteres ou mais.',
    field: 'replaces.description',
  },
};
