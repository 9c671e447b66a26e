-- The program's own types list the reasons: a release beside it would refuse a new one here.

alter table planned_messages drop constraint planned_messages_held_back_check;
