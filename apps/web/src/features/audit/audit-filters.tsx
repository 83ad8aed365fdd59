import { useQuery } from '@tanstack/react-query';
import { FilterInput, FilterSelect } from '../../components/data/filter-fields.tsx';
import { administratorsQuery } from '../../lib/administrators.ts';
import { m } from '../../paraglide/messages.js';
import { ACTIONS, AUDITED_TABLES, isUuid, SYSTEM, type AuditFilter } from './audit-filter.ts';
import { ACTION_LABELS, TABLE_LABELS } from './audit-texts.ts';

const TABLE_OPTIONS = AUDITED_TABLES.map((value) => ({
  value,
  label: TABLE_LABELS[value],
})).toSorted((one, other) => one.label.localeCompare(other.label, m.language_locale()));
const ACTION_OPTIONS = ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }));

/** Each change is a change of the URL. */
export function AuditFilters({ adminId, filter }: { adminId: string; filter: AuditFilter }) {
  const { data: administrators = [] } = useQuery(administratorsQuery(adminId));
  const isKnown = administrators.some(({ id }) => id === filter.actor);
  const actors = [
    { value: SYSTEM, label: m.audit_system() },
    ...administrators.map(({ id, email }) => ({ value: id, label: email })),
    // A link can filter by any account.
    ...(isUuid(filter.actor) && !isKnown ? [{ value: filter.actor, label: filter.actor }] : []),
  ];
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <FilterSelect name="actor" value={filter.actor} options={actors}>
        {m.audit_who()}
      </FilterSelect>
      <FilterSelect name="table" value={filter.table} options={TABLE_OPTIONS}>
        {m.audit_what()}
      </FilterSelect>
      <FilterSelect name="action" value={filter.action} options={ACTION_OPTIONS}>
        {m.audit_action()}
      </FilterSelect>
      <FilterInput
        name="record"
        value={filter.record}
        type="search"
        placeholder={m.audit_id_placeholder()}
        maxLength={36}
        spellCheck={false}
      >
        {m.audit_id()}
      </FilterInput>
      <FilterInput name="from" value={filter.from} type="date" max={filter.to || undefined}>
        {m.audit_from()}
      </FilterInput>
      <FilterInput name="to" value={filter.to} type="date" min={filter.from || undefined}>
        {m.audit_to()}
      </FilterInput>
    </div>
  );
}
