-- Links with which staff set a password are none of a client's business.
call close_to_clients('setup_links');
