-- Indexes of Temporal's list of runs that nothing of Lavra's asks by, in the database `temporal_visibility` of server 1.31: every write of a run
-- writes all that are left. Run again after an upgrade of the schema. To have one back, take its statement from the schema of that version.
do $$
declare name text;
begin
  for name in
    select indexname from pg_indexes
    where tablename = 'executions_visibility' and indexname like 'by\_%' and indexname not in (
      'by_execution_time', 'by_workflow_id', 'by_workflow_type', 'by_status', 'by_task_queue', 'by_parent_workflow_id',
      'by_temporal_namespace_division', 'by_temporal_scheduled_by_id', 'by_temporal_scheduled_start_time', 'by_temporal_schedule_paused',
      'by_keyword_01', 'by_keyword_02', 'by_keyword_03', 'by_keyword_04', 'by_keyword_05', 'by_keyword_06'
    )
  loop
    execute format('drop index %I', name);
  end loop;
end $$;
