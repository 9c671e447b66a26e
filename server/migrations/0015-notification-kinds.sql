-- The program's own types list the kinds of notifications: the release before would refuse a new one here.

alter table notifications drop constraint notifications_kind_check;
alter table staff_notifications drop constraint staff_notifications_kind_check;
